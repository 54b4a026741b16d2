import { lazyChunk } from '../../platform/chunks.ts'
import type { OutboxStorage } from './outbox-storage.ts'

export const loadOutboxStorage = lazyChunk(() => import('./browser-outbox-storage.ts'), { soon: true })

/**
 * Storage whose code is loaded after the first screen; calls before that wait for it. If it can't be loaded, messages last
 * as long as the page.
 */
export function lazyOutboxStorage(load: () => Promise<OutboxStorage>): OutboxStorage {
  const loading = load().catch(() => null)
  return {
    open() {
      const opened = loading.then((storage) => storage?.open())
      return () => void opened.then((close) => close?.())
    },
    keep: (outgoing) => void loading.then((storage) => storage?.keep(outgoing)),
    forget: (id) => void loading.then((storage) => storage?.forget(id)),
    adopt: async () => (await (await loading)?.adopt()) ?? [],
  }
}
