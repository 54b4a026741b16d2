import { later } from '../platform/later.ts'
import type { ModalDefinition } from '../ui/index.ts'

export const shortcutsModal: ModalDefinition<object> = {
  name: 'Shortcuts',
  size: 'narrow',
  load: later(async () => (await import('./shortcuts-modal.tsx')).ShortcutsModal),
}
