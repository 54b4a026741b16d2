import { createHash } from 'node:crypto'
import type { Directory, Person } from '../directories/index.ts'
import { APP_CLIENT_ID } from './app-registration.ts'

/** The claims of Entra's v2.0 tokens about a person. */
export function claimsOf(directory: Directory, person: Person) {
  return {
    sub: pairwiseSubject(person.id, APP_CLIENT_ID),
    oid: person.id,
    tid: directory.tenantId,
    ver: '2.0',
    name: person.name,
    preferred_username: person.login,
    email: person.email,
  }
}

/** `sub` differs from `oid`, as in Entra, to expose an app that confuses them. */
export function pairwiseSubject(objectId: string, clientId: string): string {
  return createHash('sha256').update(`${clientId} ${objectId}`).digest('base64url')
}
