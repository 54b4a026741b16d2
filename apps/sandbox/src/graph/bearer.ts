import { createLocalJWKSet, jwtVerify, type JWTPayload } from 'jose'
import type { Directory } from '../directories/index.ts'
import { GRAPH_RESOURCE, issuerOf, type SigningKey } from '../entra/index.ts'
import { GraphError } from './graph-error.ts'

/** The caller of a request: a signed-in person, or the app itself. */
export type Caller = { directory: Directory; personId: string | undefined; rights: readonly string[] }

/** Verifies the Authorization header like Graph: signed with our key, for Graph, from a known tenant. */
export function createBearerCheck(directories: readonly Directory[], signingKey: SigningKey) {
  const keys = createLocalJWKSet({ keys: [signingKey.publicJwk] })

  return async function callerOf(authorization: string | undefined): Promise<Caller> {
    const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
    if (!token) throw invalidToken('Access token is empty.')
    const payload = await verified(token)
    const directory = directories.find(({ tenantId }) => tenantId === payload.tid)
    if (!directory) throw invalidToken('Access token validation failure. Invalid tenant.')
    const { scp, roles, oid } = payload
    if (typeof scp === 'string') {
      return { directory, personId: typeof oid === 'string' ? oid : undefined, rights: scp.split(' ') }
    }
    return { directory, personId: undefined, rights: Array.isArray(roles) ? roles.map(String) : [] }
  }

  async function verified(token: string): Promise<JWTPayload> {
    const issuer = directories.map(({ tenantId }) => issuerOf(tenantId))
    try {
      return (await jwtVerify(token, keys, { audience: GRAPH_RESOURCE, issuer, algorithms: ['RS256'] })).payload
    } catch (error) {
      throw invalidToken(`Access token validation failure. ${error instanceof Error ? error.message : ''}`.trim())
    }
  }
}

/** At least one of these rights, as Graph's permission tables list them. */
export function requireRight({ rights }: Caller, ...accepted: string[]): void {
  if (accepted.some((right) => rights.includes(right))) return
  throw new GraphError(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.')
}

function invalidToken(message: string): GraphError {
  return new GraphError(401, 'InvalidAuthenticationToken', message)
}
