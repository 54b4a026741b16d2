/** The app's registration in Entra. The demo hands the same id and secret to the app as its configuration. */
export const APP_CLIENT_ID = '5b3c7a90-1f24-4e68-b0d7-93a6c2e81f04'
export const APP_CLIENT_SECRET = 'sandbox~secret.for.the.demo.only~Q8x4vK2m'

/** The sign-in's return address that the registration accepts. */
export function redirectUriOf(appUrl: string): string {
  return `${appUrl.replace(/\/$/, '')}/api/auth/callback/azure-ad`
}

/** Where the app wants the browser back after an administrator has decided on its consent. */
function consentReturnUriOf(appUrl: string): string {
  return `${appUrl.replace(/\/$/, '')}/admin/consent`
}

/** What is registered: Entra sends browsers nowhere else, from whichever of its pages. */
export function redirectUrisOf(appUrl: string): string[] {
  return [redirectUriOf(appUrl), consentReturnUriOf(appUrl)]
}

export const ENTRA_ORIGIN = 'https://login.microsoftonline.com'

/** Tokens name the real Entra as their issuer, so that the app's checks run as in production. */
export function issuerOf(tenantId: string): string {
  return `${ENTRA_ORIGIN}/${tenantId}/v2.0`
}

export const GRAPH_RESOURCE = 'https://graph.microsoft.com'

/** What signed-in people may be asked for. */
export const GRAPH_SCOPES = ['User.Read', 'User.ReadBasic.All', 'User.Read.All']

/** What the app itself may do where an administrator has consented. */
export const GRAPH_ROLES = ['User.Read.All', 'TeamsActivity.Send']

/** Access tokens for Graph are JWTs, as the stand-in's Graph must read them. */
export const GRAPH_RESOURCE_SERVER = {
  audience: GRAPH_RESOURCE,
  scope: GRAPH_SCOPES.join(' '),
  accessTokenFormat: 'jwt',
} as const
