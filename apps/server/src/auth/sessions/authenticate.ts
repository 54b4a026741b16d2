import type { CallName } from '@partyline/contract'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/index.ts'
import type { Caller } from '../../platform/index.ts'
import type { AccessTokens } from './access-tokens.ts'
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
const SUSPENDED = 'This organization is suspended. Its Admins can read, but nothing can be changed.'

export type Authentication = {
  /**
   * Who makes the request, or null where nobody is named, or not any more.
   * @throws {AppError} `forbidden` for an Admin of a suspended tenant who would change something
   */
  authenticate: (request: FastifyRequest) => Promise<Caller | null>
  /** The same for a token that comes by another way, such as the hub's. */
  authenticateToken: (accessToken: string) => Promise<Caller | null>
}

type Parts = { sessions: Sessions; accessTokens: AccessTokens }

export function createAuthentication({ sessions, accessTokens }: Parts): Authentication {
  async function sessionOf(accessToken: string): Promise<LiveSession | null> {
    const subject = await accessTokens.read(accessToken)
    if (!subject) return null
    const session = await sessions.check(subject)
    return session?.user_id === subject.userId ? session : null
  }

  return {
    async authenticate(request) {
      const session = await sessionOf(bearerOf(request))
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

/** The token of a request, empty where it has none. */
export function bearerOf(request: FastifyRequest): string {
  return /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
}

function isAllowedWhenSuspended(request: FastifyRequest): boolean {
  return request.method === 'GET' || ALLOWED_WHEN_SUSPENDED.has(request.routeOptions.config.call ?? '')
}

function callerOf(session: LiveSession): Caller {
  return {
    tenantId: session.tenant_id,
    userId: session.user_id,
    role: session.role,
    name: session.name,
    sessionId: session.session_id,
  }
}
