import { isRead, routes } from '@partyline/contract'
import type { CallName, Route } from '@partyline/contract'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/index.ts'
import type { Caller } from '../../platform/index.ts'
import type { AuthCookies } from '../flow/auth-cookies.ts'
import type { AccessTokens } from './access-tokens.ts'
import { isKeyToken } from '../keys/key-token.ts'
import type { Keys } from '../keys/key-service.ts'
import type { LiveSession, Sessions } from './session-service.ts'

/** A suspended tenant's Admins may still read, which some POSTs do, and come and go. */
const ALLOWED_WHEN_SUSPENDED: ReadonlySet<string> = new Set<CallName>([
  'sessions.end',
  'sessions.endAll',
  'sessions.signInCode',
  'chats.search',
  'messages.search',
  'numbers.search',
  'users.lookup',
])
/** Made with every text, and by every enabled user: as for reads, a session that was live half a second ago will do. */
const EVERYDAY: ReadonlySet<CallName> = new Set<CallName>(['messages.send', 'chats.viewChat', 'chats.viewMessages'])
const SUSPENDED = 'This organization is suspended. Its Admins can read, but nothing can be changed.'

export type Authentication = {
  /**
   * The caller of the request; null without a valid token.
   * @throws {AppError} `forbidden` for an Admin of a suspended tenant who would change something
   */
  authenticate: (request: FastifyRequest) => Promise<Caller | null>
  /** The same for a token that comes by another way, such as the hub's. An API key is none. */
  authenticateToken: (accessToken: string) => Promise<Caller | null>
}

type Parts = {
  sessions: Sessions
  accessTokens: AccessTokens
  cookies: Pick<AuthCookies, 'readAll'>
  keys: Pick<Keys, 'findCaller'>
}

export function createAuthentication({ sessions, accessTokens, cookies, keys }: Parts): Authentication {
  async function sessionOf(accessToken: string, { mustBeCurrent = false } = {}): Promise<LiveSession | null> {
    const subject = await accessTokens.read(accessToken)
    if (!subject) return null
    const session = await (mustBeCurrent ? sessions.checkNow(subject) : sessions.check(subject))
    return session?.userId === subject.userId ? session : null
  }

  /** A browser that loads a picture does not say whether Teams frames the page: either cookie will do. */
  async function sessionByCookie(request: FastifyRequest): Promise<LiveSession | null> {
    for (const token of cookies.readAll(request, 'session')) {
      const session = await sessions.find(token)
      if (session) return session
    }
    return null
  }

  return {
    async authenticate(request) {
      if (isKeyToken(bearerOf(request))) return keys.findCaller(bearerOf(request))
      const session = takesCookie(request)
        ? await sessionByCookie(request)
        : await sessionOf(bearerOf(request), { mustBeCurrent: needsCurrentRole(request) })
      if (!session) return null
      if (session.suspended && !isAllowedWhenSuspended(request)) throw new AppError('forbidden', { message: SUSPENDED })
      return callerOf(session)
    },
    async authenticateToken(accessToken) {
      const session = await sessionOf(accessToken)
      return session && callerOf(session)
    },
  }
}

/** The token of a request; empty if it has none. */
export function bearerOf(request: FastifyRequest): string {
  return /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
}

/** Whether the call may be made with the session's cookie, and comes without a token. */
function takesCookie(request: FastifyRequest): boolean {
  return routeOf(request)?.alsoByCookie === true && request.headers.authorization === undefined
}

/** A revoked role must not allow changes, or access to the administration. */
function needsCurrentRole(request: FastifyRequest): boolean {
  const call = callOf(request)
  if (call === undefined || EVERYDAY.has(call)) return false
  return routeOf(request)?.access === 'admin' || !isRead(call)
}

function callOf(request: FastifyRequest): CallName | undefined {
  return request.routeOptions.config.call as CallName | undefined
}

function routeOf(request: FastifyRequest): Route | undefined {
  const call = callOf(request)
  return call && routes[call]
}

function isAllowedWhenSuspended(request: FastifyRequest): boolean {
  return request.method === 'GET' || ALLOWED_WHEN_SUSPENDED.has(callOf(request) ?? '')
}

function callerOf(session: LiveSession): Caller {
  return {
    tenantId: session.tenantId,
    userId: session.userId,
    role: session.role,
    name: session.name,
    sessionId: session.sessionId,
  }
}
