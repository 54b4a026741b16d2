import type { Session } from '@partyline/contract'
import { RENEWAL } from '@partyline/contract'
import type { SessionStore } from './session-store.ts'

/** When a tab of this browser last tried, in milliseconds. */
const TRIED_KEY = 'partyline.renewal-tried'

type Parts = {
  store: SessionStore
  /** Asks Microsoft to vouch for the person again, without a word to them. It may be refused. */
  renew: (session: Session) => Promise<void>
  /** Null where the browser keeps storage away: each tab then tries for itself. */
  storage: Storage | null
  now: () => number
}

/**
 * Renews a session that nears its end, now and then until it succeeds. Where it never does, the person signs in again at
 * the end. Returns how to stop.
 */
export function watchRenewal({ store, renew, storage, now }: Parts): () => void {
  let triedAt = 0
  let isTrying = false

  /** Before the attempt, so that neither other tabs nor a page that is loaded again join in. */
  function claimTurn(): boolean {
    const last = Math.max(triedAt, Number(read(storage)) || 0)
    if (isTrying || now() - last < RENEWAL.everyMs) return false
    triedAt = now()
    try {
      storage?.setItem(TRIED_KEY, String(triedAt))
    } catch {
      // Where the storage is full, other tabs may try as well.
    }
    return true
  }

  async function look() {
    const state = store.current()
    if (state.status !== 'authenticated') return
    const { session } = state
    if (!(Date.parse(session.renewBy) - now() < RENEWAL.beforeMs) || !claimTurn()) return
    isTrying = true
    try {
      await renew(session)
      await store.refresh()
    } catch {
      // The session goes on as it is, and the next attempt may succeed.
    }
    isTrying = false
  }

  void look()
  return store.subscribe(() => void look())
}

function read(storage: Storage | null): string | null {
  try {
    return storage?.getItem(TRIED_KEY) ?? null
  } catch {
    return null
  }
}
