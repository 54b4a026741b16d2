import type { FastifyInstance, FastifyReply } from 'fastify'
import { decodeJwt } from 'jose'
import type { Provider } from 'oidc-provider'
import type { Directory } from '../directories/index.ts'
import { APP_CLIENT_ID, APP_CLIENT_SECRET, GRAPH_RESOURCE } from './app-registration.ts'
import type { Consents } from './consents.ts'
import {
  appNotConsented,
  appUnknown,
  assertionInvalid,
  codeUnknown,
  errorAnswer,
  missingSecret,
  noTenantNamed,
  scopeNotDefault,
  tenantUnknown,
  wrongSecret,
  type EntraError,
} from './entra-errors.ts'
import { forwardRequest } from './provider/forward-request.ts'
import { TOKEN_PATH } from './provider/identity-provider.ts'
import { ON_BEHALF_OF } from './provider/on-behalf-of.ts'
import { plainScopes } from './provider/scopes.ts'
import type { Tenants } from './provider/tenants.ts'

type Parts = { tenants: Tenants; consents: Consents }

/** The app's part of a sign-in: exchanges codes, refresh tokens, and its own secret for tokens. */
export function tokenRoutes(app: FastifyInstance, { tenants, consents }: Parts): void {
  app.post<{ Params: { tenant: string }; Body: unknown }>(`/:tenant${TOKEN_PATH}`, async (request, reply) => {
    const { tenant } = request.params
    const directories = tenants.named(tenant)
    if (directories.length === 0) return sendError(reply, tenantUnknown(tenant))
    const form = withClientInForm(formOf(request.body), request.headers.authorization)
    const refusal = clientRefusal(form)
    if (refusal) return sendError(reply, refusal)

    const minter = await minterFor(form, directories, { tenants, consents })
    if ('error' in minter) return sendError(reply, minter)
    return forwardRequest(minter.provider, { method: 'POST', path: TOKEN_PATH, form: prepared(form) }, reply)
  })
}

/** Anything but a form counts as an empty form, in which the client is missing. */
function formOf(body: unknown): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}

/** Entra accepts the client's ID and secret in the form or the header; the provider only in the form. */
function withClientInForm(form: URLSearchParams, authorization: string | undefined): URLSearchParams {
  const [scheme, encoded = ''] = (authorization ?? '').split(' ')
  if (scheme !== 'Basic') return form
  const credentials = new URLSearchParams(form)
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  credentials.set('client_id', decodeCredential(id))
  credentials.set('client_secret', decodeCredential(secret))
  return credentials
}

/** RFC 6749, 2.3.1: both parts are form-encoded before they are joined. */
function decodeCredential(part: string): string {
  return new URLSearchParams(`part=${part}`).get('part') ?? ''
}

function clientRefusal(form: URLSearchParams): EntraError | undefined {
  const clientId = form.get('client_id') ?? ''
  if (clientId !== APP_CLIENT_ID) return appUnknown(clientId)
  const secret = form.get('client_secret')
  if (!secret) return missingSecret
  return secret === APP_CLIENT_SECRET ? undefined : wrongSecret
}

/** `organizations` and `common` find the tenant by the given token or code; a tenant's endpoint accepts only its own. */
async function minterFor(
  form: URLSearchParams,
  directories: readonly Directory[],
  { tenants, consents }: Parts,
): Promise<{ provider: Provider } | EntraError> {
  const [first, ...more] = directories
  const source = codeOrTokenOf(form)
  if (source) {
    const provider = await tenants.minterOf(source)
    const known = directories.some((directory) => tenants.providerOf(directory) === provider)
    return provider && known ? { provider } : codeUnknown
  }
  if (form.get('grant_type') === ON_BEHALF_OF) {
    const tenantId = tenantOf(form.get('assertion') ?? '')
    const directory = directories.find((candidate) => candidate.tenantId === tenantId)
    return directory ? { provider: tenants.providerOf(directory) } : assertionInvalid
  }
  if (!first || more.length > 0) return noTenantNamed
  const isAppOnly = form.get('grant_type') === 'client_credentials'
  if (isAppOnly && form.get('scope') !== `${GRAPH_RESOURCE}/.default`) return scopeNotDefault
  if (isAppOnly && !consents.isGiven(first)) return appNotConsented(first.tenantId)
  return { provider: tenants.providerOf(first) }
}

/** Decoded without verification, only to select the verifier. */
function tenantOf(assertion: string): unknown {
  try {
    return decodeJwt(assertion).tid
  } catch {
    return undefined
  }
}

function codeOrTokenOf(form: URLSearchParams) {
  const code = form.get('code')
  if (form.get('grant_type') === 'authorization_code' && code)
    return { kind: 'AuthorizationCode', value: code } as const
  const refreshToken = form.get('refresh_token')
  if (form.get('grant_type') === 'refresh_token' && refreshToken) {
    return { kind: 'RefreshToken', value: refreshToken } as const
  }
  return undefined
}

function prepared(form: URLSearchParams): URLSearchParams {
  const copy = new URLSearchParams(form)
  // App-only tokens have no scopes. Their permissions are the roles that were consented to.
  if (form.get('grant_type') === 'client_credentials') copy.delete('scope')
  else if (form.has('scope')) copy.set('scope', plainScopes(form.get('scope') ?? ''))
  return copy
}

function sendError(reply: FastifyReply, failure: EntraError) {
  return reply.code(failure.status).header('cache-control', 'no-store').send(errorAnswer(failure))
}
