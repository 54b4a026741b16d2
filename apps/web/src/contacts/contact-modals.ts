import { lazyChunk } from '../platform/chunks.ts'
import type { ModalDefinition } from '../ui/index.ts'
import type { RemovedPhonesModalProps } from './card/removed-phones-modal.tsx'
import type { RecordConsentModalProps } from './consent/record-consent-modal.tsx'
import type { EraseModalProps } from './erase/erase-modal.tsx'
import type { SaveViewModalProps } from './list/save-view-modal.tsx'
import type { TagModalProps } from './list/tag-modal.tsx'
import type { MergeModalProps } from './merge/merge-modal.tsx'

export const saveViewModal: ModalDefinition<SaveViewModalProps> = {
  name: 'SaveContactView',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./list/save-view-modal.tsx')).SaveViewModal),
}

export const importModal: ModalDefinition<object> = {
  name: 'ImportContactCards',
  size: 'wide',
  load: lazyChunk(async () => (await import('./import/import-modal.tsx')).ImportModal),
}

export const importsModal: ModalDefinition<object> = {
  name: 'ContactImports',
  size: 'wide',
  load: lazyChunk(async () => (await import('./import/imports-modal.tsx')).ImportsModal),
}

export const tagModal: ModalDefinition<TagModalProps> = {
  name: 'TagContacts',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./list/tag-modal.tsx')).TagModal),
}

export const mergeModal: ModalDefinition<MergeModalProps> = {
  name: 'MergeContacts',
  size: 'wide',
  load: lazyChunk(async () => (await import('./merge/merge-modal.tsx')).MergeModal),
}

export const recordConsentModal: ModalDefinition<RecordConsentModalProps> = {
  name: 'RecordConsent',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./consent/record-consent-modal.tsx')).RecordConsentModal),
}

export const removedPhonesModal: ModalDefinition<RemovedPhonesModalProps> = {
  name: 'RemovedPhones',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./card/removed-phones-modal.tsx')).RemovedPhonesModal),
}

export const eraseModal: ModalDefinition<EraseModalProps> = {
  name: 'EraseContact',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./erase/erase-modal.tsx')).EraseModal),
}
