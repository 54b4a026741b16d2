import { lazyChunk } from '../platform/chunks.ts'
import type { ModalDefinition } from '../ui/index.ts'
import type { SettingsModalProps } from './settings-modal.tsx'
import type { UnansweredModalProps } from './unanswered-modal.tsx'

export const settingsModal: ModalDefinition<SettingsModalProps> = {
  name: 'ReportSettings',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./settings-modal.tsx')).SettingsModal),
}

export const unansweredModal: ModalDefinition<UnansweredModalProps> = {
  name: 'UnansweredChats',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./unanswered-modal.tsx')).UnansweredModal),
}
