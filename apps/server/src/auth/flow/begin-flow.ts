import { routes } from '@partyline/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/index.ts'
import type { AuthCookies } from './auth-cookies.ts'
import { isSame } from './csrf.ts'
import type { Csrf } from './csrf.ts'

/** The context of a sign-in, shared by all of its steps. */
type Flow = {
  /** Where the browser finally goes; always one of our addresses. */
  callbackUrl: string
  /** Whether the browser's session is to be renewed without a word. A browser that has none signs in as always. */
  isRenewal: boolean
  csrfToken: string
  /** Whether the body carries the token of the cookie. */
  isCsrfVerified: boolean
  /** Redirects the browser, or answers `{ url }` if the body requests JSON. */
  goTo: (url: string) => FastifyReply
}

export type BeginFlow = (request: FastifyRequest, reply: FastifyReply) => Flow

type Parts = { cookies: AuthCookies; csrf: Csrf; publicUrl: string }

const BAD_CALLBACK_URL = 'The callbackUrl is not an address of this server. Start again from the sign-in page.'

/** Reads the input shared by all steps, and stores the token and the destination in the browser. */
export function createBeginFlow({ cookies, csrf, publicUrl }: Parts): BeginFlow {
  const renewedUrl = publicUrl + routes['auth.renewed'].path

  function destination(request: FastifyRequest, reply: FastifyReply): string {
    const kept = cookies.read(request, 'callbackUrl')
    const given = fieldOf(request.body, 'callbackUrl') ?? fieldOf(request.query, 'callbackUrl')
    const callbackUrl = callbackUrlOf(given ?? (kept || publicUrl), publicUrl)
    if (callbackUrl === null) {
      // A bad cookie would refuse every later step too.
      cookies.clear(reply, 'callbackUrl')
      throw new AppError('bad-request', { message: BAD_CALLBACK_URL })
    }
    if (callbackUrl !== kept) cookies.write(reply, 'callbackUrl', { value: callbackUrl })
    return callbackUrl
  }

  function tokenOf(request: FastifyRequest, reply: FastifyReply): { csrfToken: string; isKnown: boolean } {
    const known = csrf.tokenOf(cookies.read(request, 'csrf'))
    if (known) return { csrfToken: known, isKnown: true }
    const { token, cookie } = csrf.issue()
    cookies.write(reply, 'csrf', { value: cookie })
    return { csrfToken: token, isKnown: false }
  }

  return (request, reply) => {
    const wanted = destination(request, reply)
    const isRenewal = wanted === renewedUrl && cookies.read(request, 'session') !== undefined
    const callbackUrl = wanted === renewedUrl && !isRenewal ? publicUrl : wanted
    const { csrfToken, isKnown } = tokenOf(request, reply)
    const sent = fieldOf(request.body, 'csrfToken')
    return {
      callbackUrl,
      isRenewal,
      csrfToken,
      isCsrfVerified: isKnown && typeof sent === 'string' && isSame(sent, csrfToken),
      // Browsers only follow redirects, even if the status for JSON says why there is no session.
      goTo: (url) => (fieldOf(request.body, 'json') === 'true' ? reply.send({ url }) : reply.redirect(url, 302)),
    }
  }
}

/** A field of a query or body, which may be anything that a stranger sends. Empty is the same as absent. */
export function fieldOf(fields: unknown, name: string): unknown {
  if (typeof fields !== 'object' || fields === null || !Object.hasOwn(fields, name)) return undefined
  const value = (fields as Record<string, unknown>)[name]
  return value === '' || value === null ? undefined : value
}

/** Longer ones do not fit into a cookie. */
const MAX_CHARACTERS = 2_000

/**
 * Where to go after a sign-in: always an address of `publicUrl`'s origin. Null for what is not an address of the web at
 * all; an address of another site becomes our own start page.
 */
export function callbackUrlOf(given: unknown, publicUrl: string): string | null {
  if (typeof given !== 'string' || given.length > MAX_CHARACTERS) return null
  const { origin } = new URL(publicUrl)
  // A path is put behind the origin, never resolved against it: //evil.example stays a path of ours.
  const url = URL.parse(given.startsWith('/') ? origin + given : given)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const isOurs = url.origin === origin && !url.username && !url.password
  return isOurs && url.href !== `${origin}/` ? url.href : origin
}
