import { createHash } from 'node:crypto'
import type { Directory, Person } from '../directories/index.ts'
import { APP_CLIENT_ID, APP_OPTIONAL_CLAIMS } from './app-registration.ts'

/** The claims of Entra's v2.0 tokens about a person. An administrator may have changed them for this person. */
export function claimsOf(directory: Directory, person: Person): Claims {
  const { guestOf } = person
  const claims = {
    sub: pairwiseSubject(person.id, APP_CLIENT_ID),
    oid: person.id,
    tid: directory.tenantId,
    ver: '2.0',
    name: person.name,
    preferred_username: person.login,
    email: person.email,
    ...(APP_OPTIONAL_CLAIMS.includes('acct') && { acct: guestOf ? 1 : 0 }),
    // Entra names the identity provider of guests only.
    ...(guestOf && { idp: guestOf }),
    ...person.claims,
  }
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null)) as Claims
}

/** `sub` is there in any case. */
type Claims = Record<string, unknown> & { sub: string }

/** Every claim that a token can have, by the scope that it comes with. */
export const CLAIMS_BY_SCOPE = {
  openid: ['sub', 'oid', 'tid', 'ver', 'acct', 'idp'],
  profile: ['name', 'preferred_username', 'upn', 'unique_name'],
  email: ['email'],
}

/** `sub` differs from `oid`, as in Entra, to expose an app that confuses them. */
export function pairwiseSubject(objectId: string, clientId: string): string {
  return createHash('sha256').update(`${clientId} ${objectId}`).digest('base64url')
}
