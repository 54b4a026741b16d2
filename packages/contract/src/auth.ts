import { defineCalls } from './call.ts'
import { instant, userId } from './ids.ts'
import { z } from './z.ts'

/** Who can vouch for a person: `azure-ad` by OpenID Connect, `teams` by the token of the Teams client. */
export const providerId = z.enum(['azure-ad', 'teams'])
export type ProviderId = z.infer<typeof providerId>

/** The signed-in person as `GET /api/auth/session` answers; `{}` when nobody is signed in. */
export const session = z.object({
  user: z.object({
    id: userId,
    name: z.string(),
    email: z.string().nullable(),
    tenantId: z.string(),
    /** Names this session among the person's own. */
    sessionId: z.string(),
    /** A token of Partyline's own API; send it as `Authorization: Bearer`. */
    accessToken: z.string(),
    accessTokenExpires: instant,
  }),
  expires: instant,
  /** The session ends here, however much it is used, unless Microsoft vouches for the person again before. */
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

/** What the sign-in form posts. A flow ends in a redirect, or in `{ url }` where `json` is `true`. */
const authForm = z.object({
  csrfToken: z.string().optional(),
  callbackUrl: z.string().optional(),
  json: z.string().optional(),
})
const redirect = z.object({ url: z.string() })
/** What is handed on to the directory; one that is repeated is left out. */
const hint = z.string().optional().catch(undefined)
const signInHints = z.object({ login_hint: hint, domain_hint: hint, prompt: hint, ui_locales: hint })
const ofProvider = z.object({ provider: z.string() })

export const authCalls = defineCalls({
  'auth.session': { summary: 'Who is signed in', reply: session.or(z.object({})) },
  'auth.updateSession': {
    summary: 'The session, read again',
    webForm: authForm.pick({ csrfToken: true }),
    reply: session.or(z.object({})),
  },
  'auth.csrf': {
    summary: 'The token that every POST of a sign-in carries',
    reply: z.object({ csrfToken: z.string() }),
  },
  'auth.providers': { summary: 'How one can sign in', reply: z.record(z.string(), provider) },
  'auth.signInPage': { summary: 'Redirects to the sign-in page', redirects: true },
  'auth.signInPageOf': {
    summary: 'The same; the page shows the last part as its error',
    params: ofProvider,
    redirects: true,
  },
  'auth.signIn': {
    summary: 'Begins a sign-in',
    params: ofProvider,
    query: signInHints,
    webForm: authForm,
    redirects: true,
    reply: redirect,
  },
  'auth.callback': { summary: 'Where the provider sends the browser back to', params: ofProvider, redirects: true },
  'auth.postCallback': {
    summary: 'The same, where the provider posts a form',
    params: ofProvider,
    webForm: authForm.loose(),
    redirects: true,
    reply: redirect,
  },
  'auth.signOutPage': { summary: 'A page that asks before it signs out', contentType: 'text/html' },
  'auth.renewed': {
    summary: 'An empty page. A sign-in that leads here renews the session that the browser has, or leaves it as it is',
    contentType: 'text/html',
  },
  'auth.signOut': { summary: 'Ends the session', webForm: authForm, redirects: true, reply: redirect },
  'auth.error': { summary: 'Redirects to the page that explains a failed sign-in', redirects: true },
  'auth.consent': {
    summary: 'Redirects an administrator who cannot sign in yet to the page of their directory’s consent',
    redirects: true,
  },
  'auth.log': {
    summary: 'Takes a report of a failure in the browser',
    webForm: z.looseObject({ level: z.enum(['error', 'warn', 'debug']), code: z.string() }),
  },
})
