import { defineCalls } from './call.ts'
import { instant, userId } from './ids.ts'
import { z } from './z.ts'

/** Identity providers: `azure-ad` by OpenID Connect, `teams` by the token of the Teams client. */
export const providerId = z.enum(['azure-ad', 'teams'])
export type ProviderId = z.infer<typeof providerId>

/** The response of `GET /api/auth/session`; `{}` if no one is signed in. */
export const session = z.object({
  user: z.object({
    id: userId,
    name: z.string(),
    email: z.string().nullable(),
    tenantId: z.string(),
    /** Identifies this session among the user's own. */
    sessionId: z.string(),
    /** A token for Partyline's API; send it as `Authorization: Bearer`. */
    accessToken: z.string(),
    accessTokenExpires: instant,
  }),
  expires: instant,
  /** The session ends at this time even if it is used, unless Microsoft authenticates the person again before. */
  renewBy: instant,
})
export type Session = z.infer<typeof session>

export const provider = z.object({
  id: providerId,
  name: z.string(),
  type: z.enum(['oauth', 'credentials']),
  signinUrl: z.string(),
  callbackUrl: z.string(),
})
export type Provider = z.infer<typeof provider>

/** The sign-in form. The response is a redirect, or `{ url }` if `json` is `true`. */
const authForm = z.object({
  csrfToken: z.string().optional(),
  callbackUrl: z.string().optional(),
  json: z.string().optional(),
})
const redirect = z.object({ url: z.string() })
/** Passed on to the directory; a repeated parameter is ignored. */
const hint = z.string().optional().catch(undefined)
const signInHints = z.object({ login_hint: hint, domain_hint: hint, prompt: hint, ui_locales: hint })
const ofProvider = z.object({ provider: z.string() })

export const authCalls = defineCalls({
  'auth.session': { summary: 'The session of the caller’s cookie, empty without one', reply: session.or(z.object({})) },
  'auth.updateSession': {
    summary: 'Refreshes and returns the session',
    webForm: authForm.pick({ csrfToken: true }),
    reply: session.or(z.object({})),
  },
  'auth.csrf': {
    summary: 'The CSRF token that every POST of a sign-in includes',
    reply: z.object({ csrfToken: z.string() }),
  },
  'auth.providers': { summary: 'The identity providers', reply: z.record(z.string(), provider) },
  'auth.signInPage': { summary: 'Redirects to the sign-in page', redirects: true },
  'auth.signInPageOf': {
    summary: 'Redirects to the sign-in page, with an error for it to show',
    params: ofProvider,
    redirects: true,
  },
  'auth.signIn': {
    summary: 'Starts a sign-in',
    params: ofProvider,
    query: signInHints,
    webForm: authForm,
    redirects: true,
    reply: redirect,
  },
  'auth.callback': { summary: 'The redirect URI of the identity provider', params: ofProvider, redirects: true },
  'auth.postCallback': {
    summary: 'The redirect URI of identity providers that post a form',
    params: ofProvider,
    webForm: authForm.loose(),
    redirects: true,
    reply: redirect,
  },
  'auth.signOutPage': { summary: 'A page that confirms before signing out', contentType: 'text/html' },
  'auth.renewed': {
    summary: 'An empty page',
    details: 'A sign-in that ends here renews the current session or leaves it unchanged.',
    contentType: 'text/html',
  },
  'auth.signOut': { summary: 'Ends the session', webForm: authForm, redirects: true, reply: redirect },
  'auth.error': { summary: 'Redirects to the page that explains a failed sign-in', redirects: true },
  'auth.consent': {
    summary: 'Redirects an administrator who cannot sign in yet to the consent page of their directory',
    redirects: true,
  },
  'auth.log': {
    summary: 'Receives a report of an error in the browser',
    webForm: z.looseObject({ level: z.enum(['error', 'warn', 'debug']), code: z.string() }),
  },
})
