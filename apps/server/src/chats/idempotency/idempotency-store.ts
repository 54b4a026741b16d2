import type { CallName, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import { AppError } from '../../platform/index.ts'
import type { Queries } from '../../platform/index.ts'

/** A request that its sender may repeat: who sent it, which call, the Idempotency-Key, and a hash of its content. */
export type RepeatableRequest = { tenantId: TenantId; userId: UserId; call: CallName; key: string; fingerprint: Buffer }

/** A request that was answered before. The fingerprint is in hex. */
export type KnownResult = Pick<RepeatableRequest, 'userId' | 'call' | 'key'> & { fingerprint: string; resultId: string }

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
  const { rows } = await sql<KnownResult>`
    select user_id as "userId", call, key, encode(fingerprint, 'hex') as fingerprint, result_id as "resultId"
    from idempotency_keys
    where tenant_id = ${tenantId} and user_id = ${userId} and call = ${call} and key = ${key}`.execute(db)
  return resultOf(request, rows)
}

/**
 * Promises `resultId` for the request, or answers with the result that an earlier one has promised. One that is still
 * at work is waited for, by the unique index. Ask before any chat is locked; a rollback forgets the promise.
 * @throws {AppError} idempotency-mismatch
 */
export async function claimResult(
  trx: Queries,
  request: RepeatableRequest,
  { resultId, at }: { resultId: string; at: Date },
): Promise<{ state: 'first' } | { state: 'repeated'; resultId: string }> {
  const { tenantId, userId, call, key, fingerprint } = request
  const { rows } = await sql`
    insert into idempotency_keys (tenant_id, user_id, call, key, fingerprint, result_id, created_at)
    values (${tenantId}, ${userId}, ${call}, ${key}, ${fingerprint}, ${resultId}, ${at})
    on conflict (tenant_id, user_id, call, key) do nothing
    returning 1`.execute(trx)
  if (rows.length > 0) return { state: 'first' }
  const known = await recallResult(trx, request)
  if (!known) throw new Error('An idempotency key that was there is gone.')
  return { state: 'repeated', resultId: known }
}

/** What makes a request the same one within its tenant. */
export function nameOf({ userId, call, key }: Pick<RepeatableRequest, 'userId' | 'call' | 'key'>): string {
  return `${userId}/${call}/${key}`
}
