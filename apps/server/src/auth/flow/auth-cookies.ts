import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName } from '../../platform/index.ts'
import type { AuthCookie, Clock } from '../../platform/index.ts'

/**
 * Inside Teams the app is framed by another site. Its requests say so in a header, which no other site can send without
 * being asked for leave, and have cookies of their own: partitioned, so that they are kept there, and by other names,
 * so that a browser which has both kinds does not mix them up.
 */
const SURFACE_HEADER = 'x-partyline-surface'
/** These are set and read at the top of a window, on the way to the directory and back. */
const TOP_LEVEL: ReadonlySet<AuthCookie> = new Set(['state', 'nonce', 'pkce'])

export type AuthCookies = {
  read(request: FastifyRequest, cookie: AuthCookie): string | undefined
  /** Values of both kinds of cookies, for requests whose surface is unknown. */
  readAll(request: FastifyRequest, cookie: AuthCookie): string[]
  /** Without `expires` the cookie lives as long as the browser is open. */
  write(reply: FastifyReply, cookie: AuthCookie, content: { value: string; expires?: Date }): void
  clear(reply: FastifyReply, cookie: AuthCookie): void
}

export function createAuthCookies({ publicUrl, clock }: { publicUrl: string; clock: Clock }): AuthCookies {
  const secure = publicUrl.startsWith('https:')
  const shared: CookieSerializeOptions = {
    httpOnly: true,
    path: '/',
    // The contract's wire format: `|` of the csrf cookie is %7C.
    encode: encodeURIComponent,
  }

  const nameOf = (cookie: AuthCookie, isFramed: boolean) => cookieName(cookie, { isSecure: secure, isFramed })

  function set(reply: FastifyReply, cookie: AuthCookie, content: { value: string; expires?: Date; maxAge?: number }) {
    const { value, ...life } = content
    const isFramed = isInTeams(reply.request, cookie)
    const flags: CookieSerializeOptions = isFramed
      ? { ...shared, sameSite: 'none', secure: true, partitioned: true }
      : { ...shared, sameSite: 'lax', secure }
    reply.setCookie(nameOf(cookie, isFramed), value, { ...flags, ...life })
  }

  return {
    read: (request, cookie) => request.cookies[nameOf(cookie, isInTeams(request, cookie))],
    readAll: ({ cookies }, cookie) => [false, true].flatMap((isFramed) => cookies[nameOf(cookie, isFramed)] ?? []),
    write(reply, cookie, { value, expires }) {
      // Browsers go by Max-Age first: it does not depend on their clock.
      const maxAge = expires && Math.round((expires.getTime() - clock.now().getTime()) / 1_000)
      set(reply, cookie, { value, ...(expires && { expires, maxAge }) })
    },
    clear: (reply, cookie) => set(reply, cookie, { value: '', maxAge: 0 }),
  }
}

function isInTeams({ headers }: FastifyRequest, cookie: AuthCookie): boolean {
  return headers[SURFACE_HEADER] === 'teams' && !TOP_LEVEL.has(cookie)
}
