import type { Provider } from 'oidc-provider'
import { APP_CLIENT_ID, GRAPH_RESOURCE, GRAPH_SCOPES } from '../app-registration.ts'

export const OIDC_SCOPES = 'openid profile email offline_access'

/** All directories of the sandbox have consented to everything that the app may request. */
export async function grantAllScopes(provider: Provider, accountId: string | undefined) {
  const grant = new provider.Grant({ accountId, clientId: APP_CLIENT_ID })
  grant.addOIDCScope(OIDC_SCOPES)
  grant.addResourceScope(GRAPH_RESOURCE, GRAPH_SCOPES.join(' '))
  await grant.save()
  return grant
}
