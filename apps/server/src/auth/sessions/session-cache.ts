import type { SessionId, TenantId } from '@partyline/contract'
import type { Clock } from '../../platform/index.ts'
import type { SessionRow } from './session-store.ts'

/** A page asks several things at once. What ends on another process must be known within a second (decisions 2.1). */
const FRESH_MS = 500
const MOST_ENTRIES = 10_000

type Key = { tenantId: TenantId; sessionId: SessionId }
type Entry = { askedAt: number; row: Promise<SessionRow | undefined> }

/** Calls of one session that come together ask the database once. */
export function createSessionCache(clock: Clock, find: (key: Key) => Promise<SessionRow | undefined>) {
  const entries = new Map<string, Entry>()
  return {
    get(key: Key): Promise<SessionRow | undefined> {
      const name = `${key.tenantId}/${key.sessionId}`
      const now = clock.now().getTime()
      const known = entries.get(name)
      if (known && now - known.askedAt < FRESH_MS) return known.row
      if (entries.size >= MOST_ENTRIES) entries.clear()
      const entry = { askedAt: now, row: find(key) }
      entries.set(name, entry)
      entry.row.catch(() => {
        if (entries.get(name) === entry) entries.delete(name)
      })
      return entry.row
    },
    forget({ tenantId, sessionId }: Key) {
      entries.delete(`${tenantId}/${sessionId}`)
    },
  }
}
