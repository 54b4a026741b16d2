import type { Session } from '@partyline/contract'
import { routes } from '@partyline/contract'
import { ConnectionError } from '../../platform/api-error.ts'
import type { SessionBroadcast } from './session-broadcast.ts'

export type SessionState =
  /** `failure` says why the first look at the session did not succeed. */
  | { status: 'loading'; failure: string | null }
  /** `readAt` is when the server gave this session, and its access token, in milliseconds. */
  | { status: 'authenticated'; session: Session; readAt: number }
  | { status: 'unauthenticated' }

export type SessionStore = {
  current: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Asks the server who is signed in; one request at a time. A failure keeps what was known, decisions 2.5. */
  refresh: (options?: { announce: boolean }) => Promise<{ failure: Error | null }>
  /** The same, with a request that begins now: one under way may have been answered before the session ended. */
  recheck: () => Promise<void>
  /** Tells the other tabs that the session was ended here. */
  announceSignOut: () => void
}

type Parts = {
  fetch: typeof fetch
  now: () => number
  broadcast: SessionBroadcast
  /** Tells the server of a failure, so that an operator can see it. */
  report: (failure: { code: string; url: string; message: string }) => void
}

/** Who is signed in, as this tab knows. Section 4 of the specification. */
export function createSessionStore({ fetch, now, broadcast, report }: Parts): SessionStore {
  let state: SessionState = { status: 'loading', failure: null }
  let underWay: Promise<{ failure: Error | null }> | null = null
  const listeners = new Set<() => void>()

  function change(next: SessionState) {
    state = next
    for (const listener of listeners) listener()
  }

  async function read(): Promise<Session | null> {
    let response: Response
    try {
      // Without headers of its own: only so is it the request that the page has announced.
      response = await fetch(routes['auth.session'].path)
    } catch (error) {
      throw new ConnectionError(error)
    }
    if (!response.ok) throw new ConnectionError(new Error(`The session call answered ${response.status}.`))
    const body = (await response.json()) as Partial<Session>
    const { user, expires, renewBy } = body
    return user && expires && renewBy ? { user, expires, renewBy } : null
  }

  async function refresh(announce: boolean): Promise<{ failure: Error | null }> {
    const before = personOf(state)
    try {
      const session = await read()
      change(session ? { status: 'authenticated', session, readAt: now() } : { status: 'unauthenticated' })
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error))
      report({ code: 'CLIENT_FETCH_ERROR', url: routes['auth.session'].path, message: failure.message })
      if (state.status === 'loading') change({ status: 'loading', failure: failure.message })
      return { failure }
    }
    // Only news are announced, so that many tabs do not set each other off.
    if (announce && personOf(state) !== before) broadcast.send('getSession')
    return { failure: null }
  }

  function refreshOnce(announce: boolean) {
    underWay ??= refresh(announce).finally(() => {
      underWay = null
    })
    return underWay
  }

  return {
    current: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    refresh: (options) => refreshOnce(options?.announce ?? true),
    async recheck() {
      await underWay
      await refreshOnce(true)
    },
    announceSignOut: () => broadcast.send('signout'),
  }
}

/** Tells people apart; null while nobody is signed in, as far as this tab knows. */
export function personOf(state: SessionState): string | null {
  return state.status === 'authenticated' ? `${state.session.user.tenantId}/${state.session.user.id}` : null
}
