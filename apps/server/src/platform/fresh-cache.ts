import type { Clock } from './clock.ts'

/** Sessions that another process ends must be gone within a second: docs/product.md#sessions-live-on-the-server */
const FRESH_MS = 500
const MAX_ENTRIES = 10_000

type Options<Key, Value> = {
  clock: Pick<Clock, 'now'>
  nameOf: (key: Key) => string
  find: (key: Key) => Promise<Value>
}

/** Requests for the same thing within half a second share one database query. */
export function createFreshCache<Key, Value>({ clock, nameOf, find }: Options<Key, Value>) {
  const entries = new Map<string, { askedAt: number; value: Promise<Value> }>()
  return {
    get(key: Key): Promise<Value> {
      const name = nameOf(key)
      const now = clock.now().getTime()
      const known = entries.get(name)
      if (known && now - known.askedAt < FRESH_MS) return known.value
      if (entries.size >= MAX_ENTRIES) entries.clear()
      const entry = { askedAt: now, value: find(key) }
      entries.set(name, entry)
      entry.value.catch(() => {
        if (entries.get(name) === entry) entries.delete(name)
      })
      return entry.value
    },
    forget: (key: Key) => void entries.delete(nameOf(key)),
  }
}
