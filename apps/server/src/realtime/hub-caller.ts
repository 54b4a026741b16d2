import type { TenantId } from '@partyline/contract'
import type { Caller } from '../platform/index.ts'

/** All connections of a tenant. */
export const tenantGroup = (tenantId: TenantId) => `tenant:${tenantId}`

/**
 * To the hub, a user is a session, so `userId` is the session's ID. Requests of one connection belong to one session, and
 * what ends a session ends its connections in every process. A connection outlives the access token that opened it:
 * docs/product.md#access-tokens
 */
export type HubCaller = { userId: string; caller: Caller }
