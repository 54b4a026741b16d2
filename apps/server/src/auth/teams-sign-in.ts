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

/** Signs in with Teams' token, or with the code of a sign-in in a popup: a provider of the type credentials. */
export function createTeamsSignIn(parts: Parts): TeamsSignIn {
  const { beginFlow, cookies, teamsTokens, codes, signUp, sessions, publicUrl } = parts
  const authUrl = `${publicUrl}/api/auth`

  const denied = { status: 403, url: `${authUrl}/error?error=AccessDenied` }
  const notProved = { status: 401, url: `${authUrl}/error?error=CredentialsSignin&provider=teams` }

  /** The person the form identifies, how they get in, and the answer if they do not. */
  async function proofOf(body: unknown) {
    const [token, code] = [fieldOf(body, 'token'), fieldOf(body, 'code')]
    if (typeof token === 'string') {
      const person = await teamsTokens.read(token)
      return person && { person, admit: signUp.admission(person), refusal: denied }
    }
    if (typeof code !== 'string') return null
    const person = await codes.find(code)
    // By then another request may have used the code.
    return person && { person, admit: codes.admission(code), refusal: notProved }
  }

  return async function signInWithTeams(request, reply) {
    const { callbackUrl, isRenewal, isCsrfVerified, goTo } = beginFlow(request, reply)
    if (!isCsrfVerified) return goTo(`${authUrl}/signin?csrf=true`)
    const proved = await proofOf(request.body)
    const begin = isRenewal ? renewBrowserSession : startBrowserSession
    const isIn = proved !== null && (await begin({ request, reply, cookies, sessions, ...proved }))
    if (isRenewal && proved) cookies.clear(reply, 'callbackUrl')
    if (isIn) return goTo(callbackUrl)
    const { status, url } = proved?.refusal ?? notProved
    // Kept where JSON is asked for; a browser is redirected.
    reply.status(status)
    return goTo(url)
  }
}
