import type { Caller } from '../platform/index.ts'

/**
 * To the hub a user is a session: requests of one connection belong to one session, and what ends a session ends its
 * connections, on whichever process they are. A connection outlives the access token that opened it (decisions 2.2).
 */
export type HubCaller = { userId: string; caller: Caller }
