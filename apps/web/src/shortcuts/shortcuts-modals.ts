import { lazyChunk } from '../platform/chunks.ts'
import type { ModalDefinition } from '../ui/index.ts'

export const shortcutsModal: ModalDefinition<object> = {
  name: 'Shortcuts',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./shortcuts-modal.tsx')).ShortcutsModal),
}
