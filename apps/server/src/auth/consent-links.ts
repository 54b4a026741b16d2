import { createHmac } from 'node:crypto'
import type { SessionId, TenantId } from '@partyline/contract'
import { ENTRA, GRAPH_SCOPE } from '../microsoft/index.ts'
import { derivedKey } from '../platform/index.ts'
import type { Clock, Config, Outside } from '../platform/index.ts'
import { isSame } from './flow/csrf.ts'
import { redirectUrisOf } from './redirect-uris.ts'

export type ConsentLinks = {
  /** Microsoft's admin consent page (v2). */
  forSession(session: Session): string
  /** The same for someone who can't sign in without consent: Microsoft asks which directory it is for. */
  signedOut(): string
  /** Whether a returned state was issued to this session, or in the last hour to someone who then signed in. */
  isOurs(state: string, sessionId: SessionId): boolean
}

type Session = { tenantId: TenantId; sessionId: SessionId }

const SIGNED_OUT_MS = 60 * 60_000

type Parts = {
  config: Pick<Config, 'ENTRA_CLIENT_ID' | 'AUTH_SECRET' | 'PUBLIC_URL'>
  outside: Pick<Outside, 'browserUrl'>
  clock: Clock
}

export function createConsentLinks({ config, outside, clock }: Parts): ConsentLinks {
  const key = derivedKey(config.AUTH_SECRET, 'admin consent')
  const macOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url')

  function link(tenant: string, state: string): string {
    const url = new URL(`${ENTRA}/${tenant}/v2.0/adminconsent`)
    url.searchParams.set('client_id', config.ENTRA_CLIENT_ID)
    url.searchParams.set('scope', GRAPH_SCOPE)
    url.searchParams.set('redirect_uri', redirectUrisOf(config.PUBLIC_URL).consent)
    url.searchParams.set('state', state)
    return outside.browserUrl(url.href)
  }

  return {
    forSession: ({ tenantId, sessionId }) => link(tenantId, macOf(sessionId)),
    signedOut() {
      const until = String(clock.now().getTime() + SIGNED_OUT_MS)
      return link('organizations', `${until}.${macOf(until)}`)
    },
    isOurs(state, sessionId) {
      const [until = '', mac] = state.split('.')
      if (mac === undefined) return isSame(state, macOf(sessionId))
      return isSame(mac, macOf(until)) && clock.now().getTime() < Number(until)
    },
  }
}
