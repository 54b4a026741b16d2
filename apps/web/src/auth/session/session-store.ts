import type { Session } from '@partyline/contract'
import { routes } from '@partyline/contract'
import { readSession } from '../../platform/read-session.ts'
import { createStore } from '../../platform/store.ts'
import type { Store } from '../../platform/store.ts'
import type { SessionBroadcast } from './session-broadcast.ts'

export type SessionState =
  /** `failure` says why the session could not be read at first. */
  | { status: 'loading'; failure: string | null }
  /** `readAt` is when the server sent this session and its access token, in milliseconds. */
  | { status: 'authenticated'; session: Session; readAt: number }
  | { status: 'unauthenticated' }

export type SessionStore = Store<SessionState> & {
  /** One request at a time. A failure keeps the last session: docs/product.md#losing-the-network-is-not-signing-out */
  refresh: (options?: { announce: boolean }) => Promise<{ failure: Error | null }>
  /** The same, with a new request: one in flight may have been answered before the session ended. */
  recheck: () => Promise<void>
  /** Tells the other tabs that the session was ended here. */
  announceSignOut: () => void
}

type Parts = {
  fetch: typeof fetch
  now: () => number
  broadcast: SessionBroadcast
  /** Reports a failure to the server, for operators. */
  report: (failure: { code: string; url: string; message: string }) => void
}

/** Who is signed in, as far as this tab knows. */
export function createSessionStore({ fetch, now, broadcast, report }: Parts): SessionStore {
  const { current, subscribe, set } = createStore<SessionState>({ status: 'loading', failure: null })
  let inFlight: Promise<{ failure: Error | null }> | null = null

  async function refresh(announce: boolean): Promise<{ failure: Error | null }> {
    const before = personOf(current())
    try {
      const session = await readSession(fetch)
      set(session ? { status: 'authenticated', session, readAt: now() } : { status: 'unauthenticated' })
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error))
      report({ code: 'CLIENT_FETCH_ERROR', url: routes['auth.session'].path, message: failure.message })
      if (current().status === 'loading') set({ status: 'loading', failure: failure.message })
      return { failure }
    }
    // Only changes are announced, so that tabs don't trigger each other endlessly.
    if (announce && personOf(current()) !== before) broadcast.send('getSession')
    return { failure: null }
  }

  function refreshOnce(announce: boolean) {
    inFlight ??= refresh(announce).finally(() => {
      inFlight = null
    })
    return inFlight
  }

  return {
    current,
    subscribe,
    refresh: (options) => refreshOnce(options?.announce ?? true),
    async recheck() {
      await inFlight
      await refreshOnce(true)
    },
    announceSignOut: () => broadcast.send('signout'),
  }
}

/** Identifies the signed-in person; null if no one is signed in, as far as this tab knows. */
export function personOf(state: SessionState): string | null {
  return state.status === 'authenticated' ? `${state.session.user.tenantId}/${state.session.user.id}` : null
}
