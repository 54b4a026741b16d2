import type { NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'

/**
 * Whether the line has not replied to the phone by itself for twelve hours. From then on it has: of several texts at the same
 * time, in whichever processes, one is told so.
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
