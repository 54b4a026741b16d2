import * as client from 'openid-client'
import type { Configuration } from 'openid-client'
import type { Clock, Outside } from '../platform/index.ts'
import { ENTRA } from './addresses.ts'
import { aadstsOf } from './directory-failure.ts'
import { personOfClaims } from './directory-person.ts'
import type { DirectoryPerson } from './directory-person.ts'

/** Every work or school account; the issuer of a token is still the person's own directory, and is checked. */
const ISSUER = new URL(`${ENTRA}/organizations/v2.0`)
const SCOPE = 'openid profile email'
const TIMEOUT_SECONDS = 10

/** Values that must come back from the directory unchanged. The browser stores them until then. */
export type SignInChecks = { state: string; nonce: string; codeVerifier: string }

type SignInResult =
  | { state: 'proved'; person: DirectoryPerson }
  /** Proved, but the token does not say who it is. */
  | { state: 'nameless' }
  /** State, nonce, verifier, code or token are not what was asked for, or Entra refused or could not be reached. */
  | { state: 'not-proved'; cause: unknown; aadsts: number[] }

export type Entra = {
  /** `hints` are added to the address that the browser is sent to. */
  beginSignIn(hints: Record<string, string>): Promise<{ url: string; checks: SignInChecks }>
  /** `returnUrl` is the address that the browser came back to, with its query. */
  finishSignIn(returnUrl: URL, checks: SignInChecks): Promise<SignInResult>
}

type Options = { outside: Outside; clientId: string; clientSecret: string; redirectUri: string; clock: Clock }

export function createEntra({ outside, clientId, clientSecret, redirectUri, clock }: Options): Entra {
  let discovered: Promise<Configuration> | null = null

  /** Asked for at the first sign-in; what failed is asked for again at the next. */
  function configuration(): Promise<Configuration> {
    discovered ??= client
      .discovery(ISSUER, clientId, clientSecret, undefined, {
        [client.customFetch]: outside.fetch,
        timeout: TIMEOUT_SECONDS,
        // The token comes straight from Entra over TLS, but its signature is checked all the same.
        execute: [client.enableNonRepudiationChecks],
      })
      .catch((error: unknown) => {
        discovered = null
        throw error
      })
    return discovered
  }

  return {
    async beginSignIn(hints) {
      const config = await configuration()
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(config, {
        ...hints,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: SCOPE,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url: outside.browserUrl(url.href), checks }
    },

    async finishSignIn(returnUrl, { state, nonce, codeVerifier }) {
      try {
        const tokens = await client.authorizationCodeGrant(await configuration(), returnUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
        })
        const person = personOfClaims(tokens.claims(), clock.now())
        return person ? { state: 'proved', person } : { state: 'nameless' }
      } catch (cause) {
        return { state: 'not-proved', cause, aadsts: aadstsOf(cause) }
      }
    },
  }
}
