import type { NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'

/**
 * Records an automatic reply of a line to a phone. False if there was one within the last twelve hours. Of concurrent calls, in
 * any processes, only one returns true.
 */
export async function claimReply(
  trx: Queries,
  reply: { tenantId: TenantId; lineId: NumberId; number: string; repliedAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('automaticReplies')
    .values(reply)
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'lineId', 'number'])
        .doUpdateSet({ repliedAt: reply.repliedAt })
        .where('automaticReplies.repliedAt', '<=', sql<Date>`${reply.repliedAt}::timestamptz - interval '12 hours'`),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
