import type { FastifyReply, FastifyRequest } from 'fastify'
import { directoryRefusal } from '../microsoft/index.ts'
import type { Entra } from '../microsoft/index.ts'
import type { Handlers } from '../platform/index.ts'
import type { AuthCookies } from './flow/auth-cookies.ts'
import { fieldOf } from './flow/begin-flow.ts'
import type { BeginFlow } from './flow/begin-flow.ts'
import type { ChecksCookies } from './flow/checks-cookies.ts'
import type { Sessions } from './sessions/session-service.ts'
import { renewBrowserSession, startBrowserSession } from './sessions/start-browser-session.ts'
import type { SignUp } from './sign-up/sign-up-service.ts'
import type { TeamsSignIn } from './teams-sign-in.ts'
import { refuseAction } from './unknown-action.ts'

type Parts = {
  beginFlow: BeginFlow
  cookies: AuthCookies
  checksCookies: ChecksCookies
  entra: Entra
  signUp: SignUp
  sessions: Sessions
  signInWithTeams: TeamsSignIn
  publicUrl: string
}

const PROVIDER = 'azure-ad'
const TEAMS = 'teams'
/** Query parameters that a caller may pass on to the directory. We set all others. */
const HINTS = ['login_hint', 'domain_hint', 'prompt', 'ui_locales']

/** The way to the directory and back. */
export function signInRoutes(parts: Parts) {
  const { beginFlow, cookies, checksCookies, entra, signUp, sessions, signInWithTeams, publicUrl } = parts
  const authUrl = `${publicUrl}/api/auth`
  const errorUrl = (error: string) => `${authUrl}/error?error=${error}`

  /** The person the directory vouches for, or the address of the page that explains the failure. */
  async function prove(request: FastifyRequest, reply: FastifyReply, returned: URLSearchParams) {
    const checks = await checksCookies.read(request)
    checksCookies.clear(reply)
    const refusal = directoryRefusal(returned)
    if (refusal) return errorUrl(refusal === 'consent-missing' ? 'ConsentRequired' : 'Callback')
    if (!checks) return errorUrl('OAuthCallback')

    const returnUrl = new URL(`${authUrl}/callback/${PROVIDER}`)
    returnUrl.search = returned.toString()
    const result = await entra.finishSignIn(returnUrl, checks)
    if (result.state === 'not-proved') {
      request.log.warn({ err: result.cause, aadsts: result.aadsts }, 'sign-in not proved')
      return errorUrl('OAuthCallback')
    }
    if (result.state === 'nameless') return `${authUrl}/signin`
    return result.person
  }

  /** The address to continue at: where the sign-in was requested, or the page that explains why it failed. */
  async function finish(request: FastifyRequest, reply: FastifyReply, returned: URLSearchParams): Promise<string> {
    const { callbackUrl, isRenewal } = beginFlow(request, reply)
    const person = await prove(request, reply, returned)
    const begin = isRenewal ? renewBrowserSession : startBrowserSession
    const isIn =
      typeof person !== 'string' &&
      (await begin({ request, reply, cookies, sessions, person, admit: signUp.admission(person) }))
    if (isRenewal) {
      // A failed sign-in leaves the browser's current session alone.
      cookies.clear(reply, 'callbackUrl')
      return callbackUrl
    }
    if (typeof person === 'string') return person
    return isIn ? callbackUrl : errorUrl('AccessDenied')
  }

  return {
    'auth.signIn': async ({ params, query, request, reply }) => {
      const { isCsrfVerified, goTo } = beginFlow(request, reply)
      // Providers of this type have no page to go to.
      if (isCsrfVerified && params.provider === TEAMS) return goTo(`${authUrl}/signin`)
      if (!isCsrfVerified || params.provider !== PROVIDER) return goTo(`${authUrl}/signin?csrf=true`)
      try {
        const { url, checks } = await entra.beginSignIn(hintsOf(query))
        await checksCookies.write(reply, checks)
        return goTo(url)
      } catch (error) {
        request.log.warn({ err: error }, 'sign-in could not begin')
        return goTo(errorUrl('OAuthSignin'))
      }
    },
    'auth.callback': async ({ params, request, reply }) => {
      if (params.provider !== PROVIDER) return refuseAction(request, reply)
      return reply.redirect(await finish(request, reply, new URL(request.url, publicUrl).searchParams))
    },
    'auth.postCallback': async ({ params, request, reply }) => {
      if (params.provider === TEAMS) return signInWithTeams(request, reply)
      if (params.provider !== PROVIDER) return refuseAction(request, reply)
      return reply.redirect(await finish(request, reply, formOf(request.body)))
    },
  } satisfies Partial<Handlers>
}

function hintsOf(query: unknown): Record<string, string> {
  const hints = HINTS.map((name) => [name, fieldOf(query, name)] as const)
  return Object.fromEntries(hints.filter((hint): hint is [string, string] => typeof hint[1] === 'string'))
}

function formOf(body: unknown): URLSearchParams {
  const fields = Object.entries(body ?? {}).filter(([, value]) => typeof value === 'string')
  return new URLSearchParams(fields as [string, string][])
}
