import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Provider } from 'oidc-provider'
import { findPerson, type Directory } from '../directories/index.ts'
import { renderAccountPicker } from './pages/account-picker.ts'
import { APP_CLIENT_ID, redirectUrisOf } from './app-registration.ts'
import type { Consents } from './consents.ts'
import {
  accountDisabled,
  approvalNeeded,
  appUnknown,
  describe,
  redirectUriUnknown,
  tenantUnknown,
  type EntraError,
} from './entra-errors.ts'
import { renderErrorPage } from './pages/error-page.ts'
import { forwardRequest, type ProviderRequest } from './provider/forward-request.ts'
import { AUTHORIZE_PATH, CHOICE_PARAMETER } from './provider/identity-provider.ts'
import { plainScopes } from './provider/scopes.ts'
import { sendPage } from './pages/send-page.ts'
import type { Tenants } from './provider/tenants.ts'

/** Used only for one redirect. */
const SESSION_SECONDS = 60

type Parts = { tenants: Tenants; consents: Consents; appUrl: string }

/** The browser's part of a sign-in: picks an account and redirects to the app with a code. */
export function authorizeRoutes(app: FastifyInstance, { tenants, consents, appUrl }: Parts): void {
  app.get<{ Params: { tenant: string } }>(`/:tenant${AUTHORIZE_PATH}`, async (request, reply) => {
    const { tenant } = request.params
    const query = new URL(request.url, appUrl).searchParams
    const directories = tenants.named(tenant)
    const [first] = directories
    if (!first) return sendError(reply, tenantUnknown(tenant))
    const refusal = refusalOf(query, appUrl)
    if (refusal) return sendError(reply, refusal)

    const hint = query.get('login_hint')
    const found = hint ? findPerson(directories, hint) : undefined
    if (found?.directory.consent === 'asked' && !consents.isGiven(found.directory)) {
      return reply.redirect(redirectWithError(approvalNeeded, query))
    }
    if (found && !found.person.accountEnabled) {
      if (query.get('prompt') === 'none') return reply.redirect(redirectWithError(accountDisabled, query))
      return sendError(reply, { ...accountDisabled, status: 403 })
    }
    if (found) {
      const provider = tenants.providerOf(found.directory)
      return forwardRequest(provider, await signInAs(provider, found.person.id, query), reply)
    }
    if (query.get('prompt') === 'none' || query.has(CHOICE_PARAMETER)) {
      return forwardRequest(tenants.providerOf(first), withoutAccount(query), reply)
    }
    return sendPage(reply, 200, pickerFor(directories, request.url, hint))
  })
}

/** Errors that Entra shows on its own page: it must not redirect to an unregistered address. */
function refusalOf(query: URLSearchParams, appUrl: string): EntraError | undefined {
  const clientId = query.get('client_id') ?? ''
  if (clientId !== APP_CLIENT_ID) return appUnknown(clientId)
  const redirectUri = query.get('redirect_uri') ?? ''
  return redirectUrisOf(appUrl).includes(redirectUri) ? undefined : redirectUriUnknown(redirectUri)
}

/** Redirects to the app with an error instead of a code. */
function redirectWithError(failure: Pick<EntraError, 'number' | 'error' | 'text'>, query: URLSearchParams): string {
  const back = new URLSearchParams({ error: failure.error, error_description: describe(failure) })
  const state = query.get('state')
  if (state) back.set('state', state)
  return `${query.get('redirect_uri')}?${back.toString()}`
}

/** Signs the person in for this request only; a hint makes `prompt` unnecessary. */
async function signInAs(provider: Provider, accountId: string, query: URLSearchParams): Promise<ProviderRequest> {
  const session = new provider.Session()
  session.loginAccount({ accountId })
  await session.save(SESSION_SECONDS)
  const asked = withPlainScopes(query)
  // OpenID Connect grants offline_access only with a consent prompt, which Entra does not require.
  asked.set('prompt', 'consent')
  return { method: 'GET', path: AUTHORIZE_PATH, query: asked, sessionId: session.jti }
}

/** Without a person, the provider creates the error response. */
function withoutAccount(query: URLSearchParams): ProviderRequest {
  const asked = withPlainScopes(query)
  if (asked.get('prompt') !== 'none') asked.delete('prompt')
  return { method: 'GET', path: AUTHORIZE_PATH, query: asked }
}

function withPlainScopes(query: URLSearchParams): URLSearchParams {
  const copy = new URLSearchParams(query)
  copy.set('scope', plainScopes(query.get('scope') ?? ''))
  return copy
}

function pickerFor(directories: readonly Directory[], url: string, unknownHint: string | null) {
  const link = (change: (query: URLSearchParams) => void) => {
    const [, search = ''] = url.split('?')
    const query = new URLSearchParams(search)
    change(query)
    // Relative, so that the picker works under any address.
    return `?${query.toString()}`
  }
  return renderAccountPicker({
    directories,
    unknownHint,
    linkFor: (person) => link((query) => query.set('login_hint', person.login)),
    cancelLink: link((query) => {
      query.delete('login_hint')
      query.set(CHOICE_PARAMETER, 'cancel')
    }),
  })
}

function sendError(reply: FastifyReply, failure: EntraError) {
  return sendPage(reply, failure.status, renderErrorPage(describe(failure)))
}
