import { lazyChunk } from '../../platform/chunks.ts'
import type { ModalDefinition } from '../../ui/index.ts'
import type { CustomSnoozeModalProps } from './custom-snooze-modal.tsx'

export const customSnoozeModal: ModalDefinition<CustomSnoozeModalProps> = {
  name: 'CustomSnooze',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./custom-snooze-modal.tsx')).CustomSnoozeModal),
}
