import { SIGN_IN_ERRORS } from '@partyline/contract'
import type { Handlers } from '../platform/index.ts'
import type { ConsentLinks } from './consent-links.ts'
import type { AuthCookies } from './flow/auth-cookies.ts'
import { fieldOf } from './flow/begin-flow.ts'
import type { BeginFlow } from './flow/begin-flow.ts'
import { SIGN_OUT_PAGE_POLICY, signOutPage } from './flow/sign-out-page.ts'
import type { Sessions } from './sessions/session-service.ts'

/** The web app's own pages. */
const SIGN_IN_PAGE = '/auth/signin'
const ERROR_PAGE = '/auth/error'

const { default: _, ...NAMED_ERRORS } = SIGN_IN_ERRORS
/** Errors after which one can just try again: the sign-in page speaks of them. */
const ON_SIGN_IN_PAGE = new Set<unknown>(Object.keys(NAMED_ERRORS))

type Parts = {
  beginFlow: BeginFlow
  cookies: AuthCookies
  consentLinks: ConsentLinks
  sessions: Sessions
  publicUrl: string
}

/** The routes that lead to a page: sign in, sign out, errors. */
export function pageRoutes({ beginFlow, cookies, consentLinks, sessions, publicUrl }: Parts) {
  const authUrl = `${publicUrl}/api/auth`

  function signInPage(callbackUrl: string, error: unknown): string {
    const query = new URLSearchParams({ callbackUrl })
    if (typeof error === 'string') query.set('error', error)
    return `${SIGN_IN_PAGE}?${query.toString()}`
  }

  return {
    'auth.signInPage': async ({ query, request, reply }) => {
      const { callbackUrl } = beginFlow(request, reply)
      return reply.redirect(signInPage(callbackUrl, fieldOf(query, 'error')))
    },
    'auth.signInPageOf': async ({ params, query, request, reply }) => {
      const { callbackUrl } = beginFlow(request, reply)
      return reply.redirect(signInPage(callbackUrl, fieldOf(query, 'error') ?? params.provider))
    },
    'auth.error': async ({ query, request, reply }) => {
      beginFlow(request, reply)
      const error = fieldOf(query, 'error')
      const page = ON_SIGN_IN_PAGE.has(error) ? `${authUrl}/signin` : ERROR_PAGE
      return reply.redirect(`${page}?error=${encodeURIComponent(String(error))}`)
    },
    'auth.consent': async ({ reply }) => reply.redirect(consentLinks.signedOut()),
    'auth.signOutPage': async ({ request, reply }) => {
      const { csrfToken } = beginFlow(request, reply)
      reply.header('Content-Security-Policy', SIGN_OUT_PAGE_POLICY)
      return reply.type('text/html; charset=utf-8').send(signOutPage(csrfToken))
    },
    'auth.renewed': async ({ reply }) => {
      reply.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'self'")
      return reply.type('text/html; charset=utf-8').send('<!doctype html><html lang="en"><title>Renewed</title></html>')
    },
    'auth.signOut': async ({ request, reply }) => {
      const { callbackUrl, isCsrfVerified, goTo } = beginFlow(request, reply)
      if (!isCsrfVerified) return goTo(`${authUrl}/signout?csrf=true`)
      const token = cookies.read(request, 'session')
      if (token) await sessions.signOut(token)
      cookies.clear(reply, 'session')
      return goTo(callbackUrl)
    },
  } satisfies Partial<Handlers>
}
