import { sessionId, tenantId, userId } from '@partyline/contract'
import type { SessionId, TenantId, UserId } from '@partyline/contract'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Clock } from '../../platform/index.ts'
import { derivedKey } from '../../platform/index.ts'

const LIFETIME_MS = 10 * 60 * 1000
const AUDIENCE = 'partyline-api'
const ALGORITHM = 'HS256'
const MAX_KNOWN = 10_000

const claimsOfToken = z.object({ sub: userId, tid: tenantId, sid: sessionId, exp: z.number() })

/** The person an access token names. Whether they still have access depends on the session. */
type TokenSubject = { tenantId: TenantId; userId: UserId; sessionId: SessionId }

export type AccessTokens = {
  issue(subject: TokenSubject): Promise<{ accessToken: string; expiresAt: Date }>
  /** Null for everything but an unexpired token of ours. */
  read(accessToken: string): Promise<TokenSubject | null>
}

export function createAccessTokens({ secret, clock }: { secret: string; clock: Clock }): AccessTokens {
  const key = derivedKey(secret, 'access token')
  // A page makes many calls with one token, and its signature is the same each time.
  const known = new Map<string, { subject: TokenSubject; expiresAt: number }>()

  async function verify(accessToken: string) {
    const { payload } = await jwtVerify(accessToken, key, {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      requiredClaims: ['exp'],
      typ: 'at+jwt',
      currentDate: clock.now(),
    })
    const { tid, sub, sid, exp } = claimsOfToken.parse(payload)
    return { subject: { tenantId: tid, userId: sub, sessionId: sid }, expiresAt: exp * 1_000 }
  }

  return {
    async issue({ tenantId, userId, sessionId }) {
      const issuedAt = clock.now()
      const expiresAt = new Date(issuedAt.getTime() + LIFETIME_MS)
      const accessToken = await new SignJWT({ tid: tenantId, sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt' })
        .setSubject(userId)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key)
      return { accessToken, expiresAt }
    },
    async read(accessToken) {
      const before = known.get(accessToken)
      if (before && clock.now().getTime() < before.expiresAt) return before.subject
      try {
        const read = await verify(accessToken)
        if (known.size >= MAX_KNOWN) known.clear()
        known.set(accessToken, read)
        return read.subject
      } catch {
        return null
      }
    },
  }
}
