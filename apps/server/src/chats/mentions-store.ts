import type { ChatId } from '@partyline/contract'
import { anyOf } from '../platform/index.ts'
import type { Caller, Queries } from '../platform/index.ts'

/** How many mentions in notes of these chats the caller has not seen. Absent: none. */
export async function unreadMentions(
  db: Queries,
  { tenantId, userId }: Pick<Caller, 'tenantId' | 'userId'>,
  chatIds: readonly ChatId[],
): Promise<ReadonlyMap<ChatId, number>> {
  const rows = await db
    .selectFrom('unreadMentions')
    .select(['chatId', ({ fn }) => fn.countAll<number>().as('count')])
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .where('chatId', '=', anyOf(chatIds))
    .groupBy('chatId')
    .execute()
  return new Map(rows.map(({ chatId, count }) => [chatId, count]))
}
