import type { Provider, Session } from '@partyline/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Handlers } from '../platform/index.ts'
import type { AuthCookies } from './flow/auth-cookies.ts'
import { fieldOf } from './flow/begin-flow.ts'
import type { BeginFlow } from './flow/begin-flow.ts'
import { redirectUrisOf } from './redirect-uris.ts'
import type { AccessTokens } from './sessions/access-tokens.ts'
import { endOf, renewByOf } from './sessions/session-service.ts'
import type { Sessions } from './sessions/session-service.ts'

type Parts = {
  beginFlow: BeginFlow
  cookies: AuthCookies
  sessions: Sessions
  accessTokens: AccessTokens
  publicUrl: string
}

/** The read-only routes: who is signed in, the ways to sign in, and errors. */
export function sessionRoutes({ beginFlow, cookies, sessions, accessTokens, publicUrl }: Parts) {
  /** Extends the session; removes a cookie without one. */
  async function currentSession(request: FastifyRequest, reply: FastifyReply): Promise<Session | {}> {
    const token = cookies.read(request, 'session')
    if (!token) return {}
    const session = await sessions.use(token)
    if (!session) {
      cookies.clear(reply, 'session')
      return {}
    }
    const expires = endOf(session)
    // The browser has been given a newer token, which must not be overwritten.
    if (session.isCurrent) cookies.write(reply, 'session', { value: token, expires })
    const { accessToken, expiresAt } = await accessTokens.issue({
      tenantId: session.tenantId,
      userId: session.userId,
      sessionId: session.sessionId,
    })
    return {
      user: {
        id: session.userId,
        name: session.name,
        email: session.email,
        tenantId: session.tenantId,
        sessionId: session.sessionId,
        accessToken,
        accessTokenExpires: expiresAt.toISOString(),
      },
      expires: expires.toISOString(),
      renewBy: renewByOf(session).toISOString(),
    } satisfies Session
  }

  return {
    'auth.session': async ({ request, reply }) => {
      beginFlow(request, reply)
      neverStore(reply)
      return currentSession(request, reply)
    },
    'auth.updateSession': async ({ request, reply }) => {
      const { isCsrfVerified } = beginFlow(request, reply)
      if (!isCsrfVerified) return reply.status(400).send({})
      return currentSession(request, reply)
    },
    'auth.csrf': async ({ request, reply }) => {
      const { csrfToken } = beginFlow(request, reply)
      neverStore(reply)
      return { csrfToken }
    },
    'auth.providers': async () => ({
      'azure-ad': {
        id: 'azure-ad',
        name: 'Microsoft',
        type: 'oauth',
        signinUrl: `${publicUrl}/api/auth/signin/azure-ad`,
        callbackUrl: redirectUrisOf(publicUrl).signIn,
      } satisfies Provider,
      teams: {
        id: 'teams',
        name: 'Microsoft Teams',
        type: 'credentials',
        signinUrl: `${publicUrl}/api/auth/signin/teams`,
        callbackUrl: `${publicUrl}/api/auth/callback/teams`,
      } satisfies Provider,
    }),
    'auth.log': async ({ request, reply }) => {
      logBrowserReport(request)
      return reply.send()
    },
  } satisfies Partial<Handlers>
}

function neverStore(reply: FastifyReply) {
  reply.headers({ 'Cache-Control': 'private, no-cache, no-store', Pragma: 'no-cache', Expires: '0' })
}

const LEVELS = ['error', 'warn', 'debug'] as const
/** The client's codes, such as CLIENT_FETCH_ERROR. The rest of a report may hold a secret and is dropped. */
const CODE = /^[A-Z][A-Z_]{2,59}$/

/** Writes down that something failed in a browser. */
function logBrowserReport(request: FastifyRequest): void {
  const level = LEVELS.find((known) => known === fieldOf(request.body, 'level'))
  const code = fieldOf(request.body, 'code')
  if (!level || typeof code !== 'string' || !CODE.test(code)) return
  request.log[level]({ code }, 'reported by a browser')
}
