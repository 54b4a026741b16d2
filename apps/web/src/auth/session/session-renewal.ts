import type { Session } from '@partyline/contract'
import { RENEWAL } from '@partyline/contract'
import type { SessionStore } from './session-store.ts'

/** When a tab of this browser last tried, in milliseconds. */
const LAST_ATTEMPT_KEY = 'partyline.renewal-tried'

type Parts = {
  store: SessionStore
  /** Asks Microsoft to confirm the person again, silently. It may be refused. */
  renew: (session: Session) => Promise<void>
  /** Null if the browser denies storage; each tab then tries on its own. */
  storage: Storage | null
  now: () => number
}

/**
 * Renews a session that expires soon, and retries until it succeeds. If it never does, the person signs in again at the
 * end. Returns how to stop.
 */
export function watchRenewal({ store, renew, storage, now }: Parts): () => void {
  let triedAt = 0
  let isTrying = false

  /** Records the attempt before it starts, so that neither other tabs nor a reloaded page repeat it. */
  function claimTurn(): boolean {
    const last = Math.max(triedAt, Number(read(storage)) || 0)
    if (isTrying || now() - last < RENEWAL.everyMs) return false
    triedAt = now()
    try {
      storage?.setItem(LAST_ATTEMPT_KEY, String(triedAt))
    } catch {
      // Storage is full: other tabs may try, too.
    }
    return true
  }

  async function check() {
    const state = store.current()
    if (state.status !== 'authenticated') return
    const { session } = state
    if (!(Date.parse(session.renewBy) - now() < RENEWAL.beforeMs) || !claimTurn()) return
    isTrying = true
    try {
      await renew(session)
      await store.refresh()
    } catch {
      // The session stays as it is; the next attempt may succeed.
    }
    isTrying = false
  }

  void check()
  return store.subscribe(() => void check())
}

function read(storage: Storage | null): string | null {
  try {
    return storage?.getItem(LAST_ATTEMPT_KEY) ?? null
  } catch {
    return null
  }
}
