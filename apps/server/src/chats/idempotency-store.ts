import type { CallName, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import { AppError } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

/**
 * An API call that its sender may repeat: who sent it, which call, the Idempotency-Key, and a hash of its content. Repeated
 * webhooks are recognized by their MessageSid instead, in `inbound/provider-events-store.ts`.
 */
export type RepeatableRequest = { tenantId: TenantId; userId: UserId; call: CallName; key: string; fingerprint: Buffer }

/** A request that was answered before. The fingerprint is in hex. */
export type KnownResult = Pick<RepeatableRequest, 'userId' | 'key'> & {
  call: string
  fingerprint: string
  resultId: string
}

/** The result of the same request if it is among the known ones. @throws {AppError} idempotency-mismatch */
export function resultOf(request: RepeatableRequest, known: readonly KnownResult[]): string | null {
  const same = known.find((other) => nameOf(other) === nameOf(request))
  if (!same) return null
  if (same.fingerprint !== request.fingerprint.toString('hex')) throw new AppError('idempotency-mismatch')
  return same.resultId
}

/** The result of the same request if it was answered before. @throws {AppError} idempotency-mismatch */
export async function recallResult(db: Queries, request: RepeatableRequest): Promise<string | null> {
  const { tenantId, userId, call, key } = request
  const rows = await db
    .selectFrom('idempotencyKeys')
    .select(['userId', 'call', 'key', 'resultId'])
    .select(sql<string>`encode(fingerprint, 'hex')`.as('fingerprint'))
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .where('call', '=', call)
    .where('key', '=', key)
    .execute()
  return resultOf(request, rows)
}

/**
 * Reserves `resultId` for the request, or returns the result that an earlier one has reserved. One that is still
 * at work is waited for, by the unique index. Call it before any chat is locked. A rollback removes the reservation.
 *
 * Not for messages: `lock_chats_for_messages` looks the keys up under the chat's lock, and `add_messages` inserts them.
 * @throws {AppError} idempotency-mismatch
 */
export async function reserveResult(
  trx: Queries,
  request: RepeatableRequest,
  { resultId, at }: { resultId: string; at: Date },
): Promise<{ state: 'first' } | { state: 'repeated'; resultId: string }> {
  const { tenantId, userId, call, key, fingerprint } = request
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('idempotencyKeys')
    .values({ tenantId, userId, call, key, fingerprint, resultId, createdAt: at })
    .onConflict((conflict) => conflict.columns(['tenantId', 'userId', 'call', 'key']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) return { state: 'first' }
  const known = await recallResult(trx, request)
  if (!known) throw new Error('The conflicting idempotency key no longer exists.')
  return { state: 'repeated', resultId: known }
}

/** Identifies a request within its tenant. */
export function nameOf({ userId, call, key }: Pick<KnownResult, 'userId' | 'call' | 'key'>): string {
  return `${userId}/${call}/${key}`
}
