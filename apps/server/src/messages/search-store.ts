import type { CallBody, ChatId, FoundMessage, MemberId, MessageId, TenantId } from '@partyline/contract'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

type Filters = Pick<CallBody<'messages.search'>, 'memberId' | 'from' | 'to' | 'enabled'>

/** Those of the messages that pass the filters, newest first. */
export async function foundMessages(
  db: Queries,
  { tenantId, ids, memberId, from, to, enabled }: Filters & { tenantId: TenantId; ids: readonly MessageId[] },
): Promise<FoundMessage[]> {
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('chats as c', (join) => join.onRef('c.tenantId', '=', 'm.tenantId').onRef('c.chatId', '=', 'm.chatId'))
    .select(['m.messageId', 'm.text', 'm.chatId', 'c.name as chatName', 'm.sentAt as sentOn', 'm.sentBy'])
    .where('m.tenantId', '=', tenantId)
    .where('m.messageId', '=', anyOf(ids))
    .$if(Boolean(from), (query) => query.where('m.sentAt', '>=', new Date(from ?? 0)))
    .$if(Boolean(to), (query) => query.where('m.sentAt', '<=', new Date(to ?? 0)))
    .$if(enabled !== undefined, (query) => query.where('c.archivedAt', enabled ? 'is' : 'is not', null))
    .$if(memberId !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('chatMembers as o')
            .whereRef('o.tenantId', '=', 'm.tenantId')
            .whereRef('o.chatId', '=', 'm.chatId')
            .where('o.memberId', '=', memberId ?? null)
            .where('o.deletedAt', 'is', null),
        ),
      ),
    )
    .orderBy('m.messageId', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, sentOn: row.sentOn.toISOString() }))
}

/** The newest messages that the member has not read, in the chats that they are in, newest first. */
export function unreadMessages(
  db: Queries,
  { tenantId, memberId, limit }: { tenantId: TenantId; memberId: MemberId; limit: number },
): Promise<{ chatId: ChatId; messageId: MessageId }[]> {
  return db
    .selectFrom('chatMembers as o')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.tenantId', '=', 'o.tenantId').onRef('m.chatId', '=', 'o.chatId'),
    )
    .select(['m.chatId', 'm.messageId'])
    .where('o.tenantId', '=', tenantId)
    .where('o.memberId', '=', memberId)
    .where('o.listRank', 'is not', null)
    .where('o.unreadCount', '>', 0)
    .whereRef('m.sentBy', '<>', 'o.memberId')
    .where(({ or, eb, ref }) =>
      or([eb('o.joinedAfter', 'is', null), eb('m.messageId', '>', ref('o.joinedAfter').$notNull())]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as d')
            .whereRef('d.tenantId', '=', 'm.tenantId')
            .whereRef('d.messageId', '=', 'm.messageId')
            .whereRef('d.memberId', '=', 'o.memberId'),
        ),
      ),
    )
    .orderBy('m.messageId', 'desc')
    .limit(limit)
    .execute()
}
