import { later } from '../../platform/later.ts'
import type { ModalDefinition } from '../../ui/index.ts'

export const ownSessionsModal: ModalDefinition<object> = {
  name: 'OwnSessions',
  size: 'narrow',
  load: later(async () => (await import('./own-sessions.tsx')).OwnSessions),
}
