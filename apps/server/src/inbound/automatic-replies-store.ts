import type { NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'

/**
 * Reserves the one automatic reply of a line to a phone in twelve hours. False if there was one. Of concurrent calls, in any
 * processes, only one returns true.
 */
export async function reserveReply(
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
