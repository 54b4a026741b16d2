import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TeamsTokens } from '../microsoft/index.ts'
import type { AuthCookies } from './flow/auth-cookies.ts'
import { fieldOf } from './flow/begin-flow.ts'
import type { BeginFlow } from './flow/begin-flow.ts'
import type { Sessions } from './sessions/session-service.ts'
import type { SignInCodes } from './sessions/sign-in-codes.ts'
import { renewBrowserSession, startBrowserSession } from './sessions/start-browser-session.ts'
import type { SignUp } from './sign-up/sign-up-service.ts'

type Parts = {
  beginFlow: BeginFlow
  cookies: AuthCookies
  teamsTokens: TeamsTokens
  codes: SignInCodes
  signUp: SignUp
  sessions: Sessions
  publicUrl: string
}

export type TeamsSignIn = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Signs in with Teams' token, or with the code of a sign-in in a window beside: a provider of the type credentials. */
export function createTeamsSignIn(parts: Parts): TeamsSignIn {
  const { beginFlow, cookies, teamsTokens, codes, signUp, sessions, publicUrl } = parts
  const authUrl = `${publicUrl}/api/auth`

  /** Whom the form proves, and whether they may come in. */
  async function personOf(body: unknown) {
    const [token, code] = [fieldOf(body, 'token'), fieldOf(body, 'code')]
    if (typeof token === 'string') {
      const person = await teamsTokens.read(token)
      return person && { person, isAdmitted: await signUp.admit(person) }
    }
    // Who holds a code was let in a minute ago; the start of the session finds out whether that changed.
    const person = typeof code === 'string' ? await codes.redeem(code) : null
    return person && { person, isAdmitted: true }
  }

  return async function signInWithTeams(request, reply) {
    const { callbackUrl, isRenewal, isCsrfVerified, goTo } = beginFlow(request, reply)
    if (!isCsrfVerified) return goTo(`${authUrl}/signin?csrf=true`)
    const proved = await personOf(request.body)
    if (!proved) {
      return end(reply, 401, goTo, `${authUrl}/error?error=CredentialsSignin&provider=teams`)
    }
    const { person, isAdmitted } = proved
    const begin = isRenewal ? renewBrowserSession : startBrowserSession
    const isIn = isAdmitted && (await begin({ request, reply, cookies, sessions, person }))
    if (isRenewal) cookies.clear(reply, 'callbackUrl')
    return isIn ? goTo(callbackUrl) : end(reply, 403, goTo, `${authUrl}/error?error=AccessDenied`)
  }
}

/** A failed sign-in keeps its status where JSON is asked for; a browser is redirected. */
function end(reply: FastifyReply, status: number, goTo: (url: string) => FastifyReply, url: string): FastifyReply {
  reply.status(status)
  return goTo(url)
}
