import { importJWK, SignJWT } from 'jose'
import type { FoundPerson } from '../directories/index.ts'
import { APP_CLIENT_ID, issuerOf } from './app-registration.ts'
import { claimsOf } from './claims.ts'
import type { SigningKey } from './signing-key.ts'

/** Teams in the browser, one of the preauthorized clients for single sign-on. */
const TEAMS_WEB_CLIENT_ID = '5e3ce6c0-2b1f-4285-8d4b-75ee78787346'

/** Teams' token for silent sign-in in a tab: for the app itself, with the scope access_as_user. */
export async function mintSsoToken({ directory, person }: FoundPerson, signingKey: SigningKey): Promise<string> {
  const claims = { ...claimsOf(directory, person), azp: TEAMS_WEB_CLIENT_ID, azpacr: '0', scp: 'access_as_user' }
  return new SignJWT(claims)
    .setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid: signingKey.kid })
    .setIssuer(issuerOf(directory.tenantId))
    .setAudience(APP_CLIENT_ID)
    .setIssuedAt()
    .setNotBefore('0s')
    .setExpirationTime('1h')
    .sign(await importJWK(signingKey.privateJwk, 'RS256'))
}
