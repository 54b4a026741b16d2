import type { FastifyReply, FastifyRequest } from 'fastify'
import { jwtVerify, SignJWT } from 'jose'
import type { SignInChecks } from '../../microsoft/index.ts'
import type { AuthCookie, Clock } from '../../platform/index.ts'
import type { AuthCookies } from './auth-cookies.ts'
import { derivedKey } from '../../platform/index.ts'

const LIFETIME_MS = 900_000
const ALGORITHM = 'HS256'

/** Stores state, nonce and verifier in the browser that starts a sign-in, signed and for 15 minutes. */
export type ChecksCookies = {
  write(reply: FastifyReply, checks: SignInChecks): Promise<void>
  /** Null if one is missing, forged, too old, or made for another purpose. */
  read(request: FastifyRequest): Promise<SignInChecks | null>
  clear(reply: FastifyReply): void
}

type Parts = { cookies: AuthCookies; secret: string; clock: Clock }

export function createChecksCookies({ cookies, secret, clock }: Parts): ChecksCookies {
  const key = derivedKey(secret, 'sign-in checks')

  async function seal(reply: FastifyReply, cookie: AuthCookie, value: string) {
    const expires = new Date(clock.now().getTime() + LIFETIME_MS)
    const sealed = await new SignJWT({ value })
      .setProtectedHeader({ alg: ALGORITHM })
      .setAudience(cookie)
      .setExpirationTime(expires)
      .sign(key)
    cookies.write(reply, cookie, { value: sealed, expires })
  }

  async function open(request: FastifyRequest, cookie: AuthCookie): Promise<string> {
    const { payload } = await jwtVerify<{ value: string }>(cookies.read(request, cookie) ?? '', key, {
      algorithms: [ALGORITHM],
      audience: cookie,
      requiredClaims: ['exp'],
      currentDate: clock.now(),
    })
    return payload.value
  }

  return {
    async write(reply, { state, nonce, codeVerifier }) {
      await seal(reply, 'state', state)
      await seal(reply, 'nonce', nonce)
      await seal(reply, 'pkce', codeVerifier)
    },
    async read(request) {
      try {
        return {
          state: await open(request, 'state'),
          nonce: await open(request, 'nonce'),
          codeVerifier: await open(request, 'pkce'),
        }
      } catch {
        return null
      }
    },
    clear(reply) {
      for (const cookie of ['state', 'nonce', 'pkce'] as const) cookies.clear(reply, cookie)
    },
  }
}
