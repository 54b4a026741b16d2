import { errors, interactionPolicy, Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import {
  APP_CLIENT_ID,
  APP_CLIENT_SECRET,
  GRAPH_RESOURCE,
  GRAPH_RESOURCE_SERVER,
  issuerOf,
  redirectUrisOf,
} from '../app-registration.ts'
import { CLAIMS_BY_SCOPE, claimsOf, pairwiseSubject } from '../claims.ts'
import { describe, entraTokenError, notSignedIn, SIGN_IN_CANCELLED } from '../entra-errors.ts'
import type { IdentityProviderOptions } from '../entra-options.ts'
import { renderErrorPage } from '../pages/error-page.ts'
import { grantAllScopes, OIDC_SCOPES } from './consent.ts'
import { ON_BEHALF_OF, registerOnBehalfOf } from './on-behalf-of.ts'
import { createProviderStorage } from './provider-storage.ts'

const HOUR = 60 * 60
const DAY = 24 * HOUR

/** The paths of a tenant, below `/{tenantId}`. */
export const AUTHORIZE_PATH = '/oauth2/v2.0/authorize'
export const TOKEN_PATH = '/oauth2/v2.0/token'

/** Our own parameter of the authorize URL, set by Cancel in the account picker. */
export const CHOICE_PARAMETER = 'sandbox_choice'

/** The OpenID provider of one directory, which behaves like Entra's v2.0 endpoints. */
export function createIdentityProvider(options: IdentityProviderOptions): Provider {
  const provider = new Provider(issuerOf(options.directory.tenantId), configurationOf(options))
  registerOnBehalfOf(provider, options)
  provider.use(async (ctx, next) => {
    await next()
    // No one stays signed in at the sandbox, so that every sign-in may be another person.
    ctx.remove('Set-Cookie')
    const location = ctx.response.get('Location')
    if (location) ctx.set('Location', adaptRedirect(location))
    if (ctx.path === TOKEN_PATH) adaptTokenResponse(ctx)
  })
  return provider
}

function configurationOf({ directory, appUrl, signingKey, journal }: IdentityProviderOptions): Configuration {
  return {
    adapter: createProviderStorage(directory.tenantId, journal),
    jwks: { keys: [signingKey.privateJwk] },
    clients: [
      {
        client_id: APP_CLIENT_ID,
        client_secret: APP_CLIENT_SECRET,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: redirectUrisOf(appUrl),
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials', ON_BEHALF_OF],
        response_types: ['code'],
        subject_type: 'pairwise',
      },
    ],
    routes: { authorization: AUTHORIZE_PATH, token: TOKEN_PATH, jwks: '/discovery/v2.0/keys' },
    scopes: OIDC_SCOPES.split(' '),
    claims: CLAIMS_BY_SCOPE,
    // Entra includes profile and email in the ID token.
    conformIdTokenClaims: false,
    subjectTypes: ['pairwise'],
    pairwiseIdentifier: (_ctx, accountId, client) => pairwiseSubject(accountId, client.clientId),
    pkce: { required: () => false },
    interactions: { policy: noPrompts() },
    extraParams: { [CHOICE_PARAMETER]: refuseWhenCancelled },
    findAccount: (_ctx, accountId) => {
      const person = directory.people.find(({ id, accountEnabled }) => id === accountId && accountEnabled)
      return person && { accountId, claims: () => claimsOf(directory, person) }
    },
    loadExistingGrant: ({ oidc }) => grantAllScopes(oidc.provider, oidc.session?.accountId),
    extraTokenClaims: (_ctx, token) => {
      if (token.kind === 'ClientCredentials')
        return { tid: directory.tenantId, roles: directory.appRoles, ...APP_CLAIMS }
      const person = directory.people.find(({ id }) => 'accountId' in token && id === token.accountId)
      return person && { ...claimsOf(directory, person), azp: APP_CLIENT_ID, scp: [...token.scopes].join(' ') }
    },
    renderError: (ctx, out) => {
      ctx.type = 'html'
      ctx.body = renderErrorPage(out.error_description ?? out.error).html
    },
    issueRefreshToken: (_ctx, _client, source) => source.scopes.has('offline_access'),
    // Entra issues a new refresh token, but the old one stays valid.
    rotateRefreshToken: false,
    expiresWithSession: () => false,
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => GRAPH_RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== GRAPH_RESOURCE) throw new errors.InvalidTarget()
          return GRAPH_RESOURCE_SERVER
        },
      },
    },
    ttl: {
      AuthorizationCode: 10 * 60,
      AccessToken: HOUR,
      ClientCredentials: HOUR,
      IdToken: HOUR,
      RefreshToken: 90 * DAY,
      Grant: 90 * DAY,
      Session: 10 * 60,
      Interaction: 10 * 60,
    },
  }
}

/** The account picker has determined who signs in, and every directory of the sandbox has consented. */
function noPrompts(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  policy.get('login')?.checks.remove('login_prompt')
  policy.get('consent')?.checks.clear()
  return policy
}

function refuseWhenCancelled(_ctx: KoaContextWithOIDC, choice: string | undefined): void {
  if (choice === 'cancel') throw new errors.AccessDenied(SIGN_IN_CANCELLED)
}

/** The service principal's fixed ID, because app tokens are not for a person. */
const APP_CLAIMS = {
  oid: 'c1d5e0f7-0a3b-4c86-9f24-6e7b8a9c0d31',
  azp: APP_CLIENT_ID,
  idtyp: 'app',
  ver: '2.0',
}

/**
 * Removes RFC 9207's `iss`, which Entra does not send: clients would refuse it because of the templated issuer. A silent
 * sign-in without a person gets Entra's error number.
 */
function adaptRedirect(location: string): string {
  const url = new URL(location)
  url.searchParams.delete('iss')
  if (url.searchParams.get('error') === notSignedIn.error) {
    url.searchParams.set('error_description', describe(notSignedIn))
  }
  return url.href
}

function adaptTokenResponse(ctx: { body: unknown }): void {
  const answer = ctx.body as Record<string, unknown>
  if (typeof answer.error === 'string') {
    ctx.body = entraTokenError(
      answer.error,
      typeof answer.error_description === 'string' ? answer.error_description : '',
    )
  } else {
    ctx.body = { ...answer, ext_expires_in: answer.expires_in }
  }
}
