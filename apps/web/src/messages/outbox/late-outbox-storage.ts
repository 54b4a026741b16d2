import { later } from '../../platform/later.ts'
import type { OutboxStorage } from './outbox-storage.ts'

export const loadOutboxStorage = later(() => import('./browser-outbox-storage.ts'))

/**
 * A storage that comes after the first screen: what is to be kept and forgotten before waits for it. Where it cannot be
 * loaded, messages live as long as the page.
 */
export function lateOutboxStorage(load: () => Promise<OutboxStorage>): OutboxStorage {
  const coming = load().catch(() => null)
  return {
    open() {
      const opened = coming.then((storage) => storage?.open())
      return () => void opened.then((close) => close?.())
    },
    keep: (outgoing) => void coming.then((storage) => storage?.keep(outgoing)),
    forget: (id) => void coming.then((storage) => storage?.forget(id)),
    adopt: async () => (await (await coming)?.adopt()) ?? [],
  }
}
