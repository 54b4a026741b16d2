import { randomUUID } from 'node:crypto'
import { ENTRA } from './addresses.ts'
import { requestAppToken } from './app-token.ts'
import type { AppCredentials } from './app-token.ts'
import { aadstsOf } from './directory-failure.ts'

const AUTHORIZE = `${ENTRA}/organizations/oauth2/v2.0/authorize`
const TIMEOUT_MS = 10_000

/** Entra's verdict on a redirect URI. */
export type RedirectUriState =
  | 'registered'
  | 'notRegistered'
  | 'unknownApp'
  | 'singleTenantApp'
  | 'disabledApp'
  /** It answered, but with none of these. */
  | 'unclear'
  | 'unreachable'

/** Entra's verdict on the client secret in one directory. */
export type SecretState =
  | 'accepted'
  | 'wrong'
  | 'expired'
  /** The app is not in this directory, because no one has consented yet: the secret is not checked. */
  | 'unknownHere'
  | 'unknownDirectory'
  | 'unclear'
  | 'unreachable'

/** Checks of the app registration in Entra that need no sign-in. */
export type AppRegistration = {
  testRedirectUri(redirectUri: string): Promise<RedirectUriState>
  testSecret(directory: string): Promise<SecretState>
}

// https://learn.microsoft.com/entra/identity-platform/reference-error-codes
const AUTHORIZE_ERRORS: ReadonlyMap<number, RedirectUriState> = new Map([
  [50_011, 'notRegistered'],
  [500_113, 'notRegistered'],
  [700_016, 'unknownApp'],
  [50_194, 'singleTenantApp'],
  [7_000_112, 'disabledApp'],
])
const TOKEN_ERRORS: ReadonlyMap<number, SecretState> = new Map([
  [7_000_215, 'wrong'],
  [7_000_222, 'expired'],
  [700_016, 'unknownHere'],
  [7_000_229, 'unknownHere'],
  [650_052, 'unknownHere'],
  [90_002, 'unknownDirectory'],
  [900_023, 'unknownDirectory'],
])

export function createAppRegistration(credentials: AppCredentials): AppRegistration {
  const { outside, clientId } = credentials
  return {
    // Entra checks app and address before it looks for a session, and shows their errors on its own page.
    async testRedirectUri(redirectUri) {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        response_mode: 'query',
        scope: 'openid',
        prompt: 'none',
        state: randomUUID(),
        nonce: randomUUID(),
      })
      try {
        const answer = await outside.fetch(`${AUTHORIZE}?${query.toString()}`, {
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        const location = answer.headers.get('location') ?? ''
        const known = stateOf(AUTHORIZE_ERRORS, numbersIn(location + (await answer.text())))
        return known ?? (location.startsWith(`${redirectUri}?`) ? 'registered' : 'unclear')
      } catch {
        return 'unreachable'
      }
    },

    async testSecret(directory) {
      try {
        await requestAppToken(credentials, directory)
        return 'accepted'
      } catch (error) {
        const numbers = aadstsOf(error)
        return stateOf(TOKEN_ERRORS, numbers) ?? (numbers.length > 0 ? 'unclear' : 'unreachable')
      }
    },
  }
}

/** Pages and redirects name the numbers of Entra's errors in their text only. */
function numbersIn(text: string): number[] {
  return [...text.matchAll(/AADSTS(\d+)/g)].map(([, number]) => Number(number))
}

function stateOf<State>(states: ReadonlyMap<number, State>, numbers: readonly number[]): State | undefined {
  const known = numbers.find((number) => states.has(number))
  return known === undefined ? undefined : states.get(known)
}
