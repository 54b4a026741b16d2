import { lazyChunk } from '../../platform/chunks.ts'
import type { ModalDefinition } from '../../ui/index.ts'

export const ownSessionsModal: ModalDefinition<object> = {
  name: 'OwnSessions',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./own-sessions.tsx')).OwnSessions),
}
