/** The app registration in Entra. The demo configures the app with the same ID and secret. */
export const APP_CLIENT_ID = '5b3c7a90-1f24-4e68-b0d7-93a6c2e81f04'
export const APP_CLIENT_SECRET = 'sandbox~secret.for.the.demo.only~Q8x4vK2m'

/** The optional claims that the app registration asks for, in ID and access tokens. */
export const APP_OPTIONAL_CLAIMS: readonly string[] = ['acct', 'email']

/** The registered redirect URI for sign-in. */
export function redirectUriOf(appUrl: string): string {
  return `${appUrl.replace(/\/$/, '')}/api/auth/callback/azure-ad`
}

/** The registered redirect URI for consent. */
function consentReturnUriOf(appUrl: string): string {
  return `${appUrl.replace(/\/$/, '')}/admin/consent`
}

/** All registered redirect URIs. Entra redirects browsers nowhere else. */
export function redirectUrisOf(appUrl: string): string[] {
  return [redirectUriOf(appUrl), consentReturnUriOf(appUrl)]
}

export const ENTRA_ORIGIN = 'https://login.microsoftonline.com'

/** The real Entra is the issuer of tokens, so that the app's checks work as in production. */
export function issuerOf(tenantId: string): string {
  return `${ENTRA_ORIGIN}/${tenantId}/v2.0`
}

export const GRAPH_RESOURCE = 'https://graph.microsoft.com'

/** Delegated permissions. */
export const GRAPH_SCOPES = ['User.Read', 'User.ReadBasic.All', 'User.Read.All']

/** Access tokens for Graph are JWTs, because the sandbox's Graph reads them. */
export const GRAPH_RESOURCE_SERVER = {
  audience: GRAPH_RESOURCE,
  scope: GRAPH_SCOPES.join(' '),
  accessTokenFormat: 'jwt',
} as const
