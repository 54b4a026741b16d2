import type { CallName, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import { AppError, PREPARED } from '../../platform/index.ts'
import type { Queries } from '../../platform/index.ts'

/** A request that its sender may repeat: who sent it, which call, the Idempotency-Key, and a hash of its content. */
export type RepeatableRequest = { tenantId: TenantId; userId: UserId; call: CallName; key: string; fingerprint: Buffer }

/**
 * What is known of these requests of one tenant. The function that it answers with tells the result of a request that
 * was answered before, null for a new one, and throws `idempotency-mismatch` where the same key came with other content.
 */
export async function knownResults(db: Queries, tenantId: TenantId, requests: readonly RepeatableRequest[]) {
  const { rows } = await sql<RepeatableRequest & { resultId: string }>`${PREPARED}
    select user_id as "userId", call, key, fingerprint, result_id as "resultId" from idempotency_keys
    where tenant_id = ${tenantId} and (user_id, call, key) in (
      select * from unnest(${requests.map(({ userId }) => userId)}::uuid[],
        ${requests.map(({ call }) => call)}::text[], ${requests.map(({ key }) => key)}::text[])
    )`.execute(db)
  const results = new Map(rows.map((row) => [nameOf(row), row]))
  return (request: RepeatableRequest): string | null => {
    const known = results.get(nameOf(request))
    if (!known) return null
    if (!known.fingerprint.equals(request.fingerprint)) throw new AppError('idempotency-mismatch')
    return known.resultId
  }
}

/** The result of the same request if it was answered before. @throws {AppError} idempotency-mismatch */
export async function recallResult(db: Queries, request: RepeatableRequest): Promise<string | null> {
  return (await knownResults(db, request.tenantId, [request]))(request)
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
