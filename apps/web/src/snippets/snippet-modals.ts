import { lazyChunk } from '../platform/chunks.ts'
import type { ModalDefinition } from '../ui/index.ts'
import type { EditSnippetModalProps } from './manage/edit-snippet-modal.tsx'

export const manageSnippetsModal: ModalDefinition<object> = {
  name: 'ManageSnippets',
  size: 'wide',
  load: lazyChunk(async () => (await import('./manage/manage-snippets-modal.tsx')).ManageSnippetsModal),
}

export const editSnippetModal: ModalDefinition<EditSnippetModalProps> = {
  name: 'EditSnippet',
  size: 'wide',
  load: lazyChunk(async () => (await import('./manage/edit-snippet-modal.tsx')).EditSnippetModal),
}
