import { createLocalJWKSet, jwtVerify } from 'jose'
import { errors, type Provider } from 'oidc-provider'
import { APP_CLIENT_ID, GRAPH_RESOURCE, GRAPH_RESOURCE_SERVER, GRAPH_SCOPES, issuerOf } from '../app-registration.ts'
import { assertionInvalid, describe } from '../entra-errors.ts'
import type { IdentityProviderOptions } from '../entra-options.ts'
import { grantAllScopes } from './consent.ts'

export const ON_BEHALF_OF = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

type Parameters = { assertion?: string; requested_token_use?: string }

/** Entra's on-behalf-of flow: exchanges a person's token for the app for a Graph token of the same person. */
export function registerOnBehalfOf(provider: Provider, { directory, signingKey }: IdentityProviderOptions): void {
  const keys = createLocalJWKSet({ keys: [signingKey.publicJwk] })
  const expected = { audience: APP_CLIENT_ID, issuer: issuerOf(directory.tenantId), algorithms: ['RS256'] }

  async function personOf(assertion: string): Promise<string> {
    const verified = await jwtVerify(assertion, keys, expected).catch(() => undefined)
    const person = directory.people.find(({ id, accountEnabled }) => id === verified?.payload.oid && accountEnabled)
    if (!person || verified?.payload.scp !== 'access_as_user') {
      throw new errors.CustomOIDCProviderError(assertionInvalid.error, describe(assertionInvalid))
    }
    return person.id
  }

  provider.registerGrantType<Parameters>(
    ON_BEHALF_OF,
    async (ctx) => {
      const { client, params } = ctx.oidc
      if (params.requested_token_use !== 'on_behalf_of') {
        throw new errors.InvalidRequest("requested_token_use must be 'on_behalf_of'")
      }
      const accountId = await personOf(params.assertion ?? '')
      const grant = await grantAllScopes(provider, accountId)
      const asked = new Set(params.scope?.split(' '))
      const scope = GRAPH_SCOPES.filter((name) => asked.has(name)).join(' ')
      const token = new provider.AccessToken({ client, accountId, grantId: grant.jti, gty: ON_BEHALF_OF, scope })
      token.resourceServer = new provider.ResourceServer(GRAPH_RESOURCE, GRAPH_RESOURCE_SERVER)
      const accessToken = await token.save()
      ctx.body = { token_type: 'Bearer', scope, expires_in: token.expiration, access_token: accessToken }
    },
    ['assertion', 'requested_token_use', 'scope'],
  )
}
