import { PACE } from '@partyline/contract'
import type { AccessTokenSource } from '../../platform/api.ts'
import { personOf } from './session-store.ts'
import type { SessionStore } from './session-store.ts'

/** The bearer token for API and hub. It comes with the session and is cached for 180,000 ms. Concurrent calls share a request. */
export function createAccessTokens(parts: { store: SessionStore; now: () => number }): AccessTokenSource {
  const { store, now } = parts

  async function renew(): Promise<string | null> {
    const { failure } = await store.refresh()
    const state = store.current()
    if (state.status === 'unauthenticated') return null
    // While the session can't be read, a token that is still valid will do.
    if (state.status === 'authenticated') {
      const valid = Date.parse(state.session.user.accessTokenExpires) > now()
      if (failure === null || valid) return state.session.user.accessToken
    }
    throw failure ?? new Error('The session could not be read.')
  }

  return {
    person: () => personOf(store.current()),
    renew,
    async current() {
      const state = store.current()
      const fresh = state.status === 'authenticated' && now() - state.readAt < PACE.accessTokenCacheMs
      return fresh ? state.session.user.accessToken : renew()
    },
  }
}
