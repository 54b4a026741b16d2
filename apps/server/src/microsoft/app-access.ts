import type { TenantId } from '@partyline/contract'
import { decodeJwt } from 'jose'
import type { Clock, Outside } from '../platform/index.ts'
import { requestAppToken } from './app-token.ts'
import { aadstsOf, DirectoryFailure, SECRET_REFUSED } from './directory-failure.ts'

/** The application permissions that Partyline needs: it looks people up. */
const REQUIRED_ROLES = ['User.Read.All']
/** The app is unknown in this directory, or has no permission for Graph: no one has consented. */
const NOT_CONSENTED = new Set([7_000_229, 700_016, 650_052, 65_001])
/** A revoked consent is noticed after this time. */
const KEPT_MS = 10 * 60_000
const MAX_KEPT = 1_000

export type AppAccess = {
  /**
   * A token of the app itself for Graph in this directory; null where its administrator has not consented to all that
   * Partyline needs.
   * @throws {DirectoryFailure}
   */
  tokenFor(tenantId: TenantId): Promise<string | null>
}

type Parts = { outside: Outside; clientId: string; clientSecret: string; clock: Clock }
type Kept = { token: Promise<string | null>; until: number }

/** The app's own access to a directory: the client credentials grant, whose token lists the consented permissions. */
export function createAppAccess({ outside, clientId, clientSecret, clock }: Parts): AppAccess {
  const kept = new Map<TenantId, Kept>()

  async function ask(tenantId: TenantId): Promise<string | null> {
    try {
      const token = await requestAppToken({ outside, clientId, clientSecret }, tenantId)
      const { roles } = decodeJwt<{ roles?: string[] }>(token)
      return REQUIRED_ROLES.every((role) => roles?.includes(role)) ? token : null
    } catch (cause) {
      const codes = aadstsOf(cause)
      if (codes.some((code) => NOT_CONSENTED.has(code))) return null
      const isOurFault = codes.some((code) => SECRET_REFUSED.has(code))
      throw new DirectoryFailure(isOurFault ? 'Entra refuses the secret of the app' : 'Entra gave no token', { cause })
    }
  }

  return {
    tokenFor(tenantId) {
      const now = clock.now().getTime()
      const known = kept.get(tenantId)
      if (known && now < known.until) return known.token
      if (kept.size >= MAX_KEPT) kept.clear()
      const entry = { token: ask(tenantId), until: now + KEPT_MS }
      kept.set(tenantId, entry)
      const forget = () => kept.get(tenantId) === entry && kept.delete(tenantId)
      // Cache only usable tokens: consent may be given at any time.
      entry.token.then((token) => token ?? forget(), forget)
      return entry.token
    },
  }
}
