import { randomUUID } from 'node:crypto'
import { APP_CLIENT_ID, ENTRA_ORIGIN } from './app-registration.ts'

/** An error of Entra: its AADSTS number, OAuth error code, and HTTP status. */
export type EntraError = { number: number; error: string; status: number; text: string }

export const SIGN_IN_CANCELLED = 'AADSTS65004: User declined to consent to access the app.'

export const wrongSecret: EntraError = {
  number: 7_000_215,
  error: 'invalid_client',
  status: 401,
  text: `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${APP_CLIENT_ID}'.`,
}

export const missingSecret: EntraError = {
  number: 7_000_218,
  error: 'invalid_client',
  status: 401,
  text: "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
}

export const noTenantNamed: EntraError = {
  number: 50_059,
  error: 'invalid_request',
  status: 400,
  text: 'No tenant-identifying information found in either the request or implied by any provided credentials.',
}

export const codeUnknown: EntraError = {
  number: 70_008,
  error: 'invalid_grant',
  status: 400,
  text: 'The provided authorization code or refresh token has expired due to inactivity. Send a new interactive authorization request for this user and resource.',
}

export const assertionInvalid: EntraError = {
  number: 50_013,
  error: 'invalid_grant',
  status: 400,
  text: 'Assertion failed signature validation.',
}

export const scopeNotDefault: EntraError = {
  number: 1_002_012,
  error: 'invalid_scope',
  status: 400,
  text: 'The provided value for scope is not valid. Client credential flows must have a scope value with /.default suffixed to the resource identifier (application ID URI).',
}

/** The directory has no service principal of the app: no one has consented there. */
export function appNotConsented(tenantId: string): EntraError {
  return {
    number: 7_000_229,
    error: 'invalid_client',
    status: 401,
    text: `The client application ${APP_CLIENT_ID} is missing service principal in the tenant ${tenantId}.`,
  }
}

/** People of this directory may not consent themselves. */
export const approvalNeeded = {
  number: 90_094,
  error: 'access_denied',
  text: 'The grant requires administrator permission.',
}

/** Entra shows this on its own page, or returns it to the app if it may not prompt. */
export const accountDisabled = {
  number: 50_057,
  error: 'interaction_required',
  text: 'The user account is disabled.',
}

/** The response to `prompt=none` if the person would have to be asked. */
export const notSignedIn = {
  number: 50_058,
  error: 'login_required',
  text: 'A silent sign-in request was sent but no user is signed in.',
}

/** The administrator pressed Cancel. */
export const consentDeclined = {
  number: 65_004,
  error: 'access_denied',
  text: 'The resource owner or authorization server denied the request.',
}

export function tenantUnknown(tenant: string): EntraError {
  return {
    number: 90_002,
    error: 'invalid_request',
    status: 400,
    text: `Tenant '${tenant}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud.`,
  }
}

export function appUnknown(clientId: string): EntraError {
  return {
    number: 700_016,
    error: 'unauthorized_client',
    status: 400,
    text: `Application with identifier '${clientId}' was not found in the directory.`,
  }
}

export function redirectUriUnknown(redirectUri: string): EntraError {
  return {
    number: 50_011,
    error: 'invalid_request',
    status: 400,
    text: `The redirect URI '${redirectUri}' specified in the request does not match the redirect URIs configured for the application '${APP_CLIENT_ID}'.`,
  }
}

/** Entra's message, which starts with the number. */
export function describe({ number, text }: Pick<EntraError, 'number' | 'text'>): string {
  return `AADSTS${number}: ${text}`
}

/** The JSON of a failed token request. */
export function errorAnswer(failure: EntraError) {
  const traceId = randomUUID()
  const correlationId = randomUUID()
  const timestamp = new Date()
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z')
  return {
    error: failure.error,
    error_description: `${describe(failure)} Trace ID: ${traceId} Correlation ID: ${correlationId} Timestamp: ${timestamp}`,
    error_codes: [failure.number],
    timestamp,
    trace_id: traceId,
    correlation_id: correlationId,
    error_uri: `${ENTRA_ORIGIN}/error?code=${failure.number}`,
  }
}

/** OAuth errors found by the provider, with Entra's numbers. */
const NUMBERS: Record<string, number> = {
  invalid_grant: 70_000,
  invalid_scope: 70_011,
  invalid_target: 500_011,
  unsupported_grant_type: 70_003,
  invalid_request: 900_144,
}

export function entraTokenError(error: string, text: string) {
  const numbered = /^AADSTS(\d+): (.*)$/s.exec(text)
  if (numbered) return errorAnswer({ number: Number(numbered[1]), error, status: 400, text: numbered[2] ?? '' })
  return errorAnswer({ number: NUMBERS[error] ?? 90_014, error, status: 400, text })
}
