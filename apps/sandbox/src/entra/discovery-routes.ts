import type { FastifyInstance } from 'fastify'
import { ENTRA_ORIGIN, GRAPH_RESOURCE, issuerOf } from './app-registration.ts'
import { errorAnswer, tenantUnknown } from './entra-errors.ts'
import { AUTHORIZE_PATH, TOKEN_PATH } from './provider/identity-provider.ts'
import type { SigningKey } from './signing-key.ts'
import type { Tenants } from './provider/tenants.ts'

/** Discovery for OpenID clients: endpoints and keys. */
export function discoveryRoutes(
  app: FastifyInstance,
  { tenants, signingKey }: { tenants: Tenants; signingKey: SigningKey },
): void {
  app.get<{ Params: { tenant: string } }>('/:tenant/v2.0/.well-known/openid-configuration', (request, reply) => {
    const { tenant } = request.params
    const [directory, ...more] = tenants.named(tenant)
    if (!directory) return reply.code(400).send(errorAnswer(tenantUnknown(tenant)))
    // For shared endpoints, Entra returns a template in place of the issuer's tenant.
    return more.length > 0 ? metadata(tenant, '{tenantid}') : metadata(directory.tenantId, directory.tenantId)
  })

  app.get<{ Params: { tenant: string } }>('/:tenant/discovery/v2.0/keys', (request, reply) => {
    const { tenant } = request.params
    const [directory] = tenants.named(tenant)
    if (!directory) return reply.code(400).send(errorAnswer(tenantUnknown(tenant)))
    return { keys: [signingKey.publicJwk] }
  })
}

/** The real addresses of Entra: the app reaches the sandbox through `outsideThrough`. */
function metadata(segment: string, issuerTenant: string) {
  const base = `${ENTRA_ORIGIN}/${segment}`
  return {
    token_endpoint: `${base}${TOKEN_PATH}`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    jwks_uri: `${base}/discovery/v2.0/keys`,
    response_modes_supported: ['query', 'fragment'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['code'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    issuer: issuerOf(issuerTenant),
    authorization_endpoint: `${base}${AUTHORIZE_PATH}`,
    end_session_endpoint: `${base}/oauth2/v2.0/logout`,
    claims_supported: ['sub', 'iss', 'aud', 'exp', 'iat', 'nonce', 'preferred_username', 'name', 'tid', 'ver', 'email'],
    tenant_region_scope: null,
    cloud_instance_name: 'microsoftonline.com',
    msgraph_host: new URL(GRAPH_RESOURCE).host,
  }
}
