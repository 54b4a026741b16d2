import type { CallBody, ChatId, FoundMessage, MemberId, MessageId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'

type Filters = Pick<CallBody<'messages.search'>, 'memberId' | 'from' | 'to' | 'enabled'>

/** Those of the messages that pass the filters, newest first. */
export async function foundMessages(
  db: Queries,
  { tenantId, ids, memberId, from, to, enabled }: Filters & { tenantId: TenantId; ids: readonly MessageId[] },
): Promise<FoundMessage[]> {
  const { rows } = await sql<Omit<FoundMessage, 'sentOn'> & { sentOn: Date }>`
    select m.message_id as "messageId", m.text, m.chat_id as "chatId", c.name as "chatName", m.sent_on as "sentOn",
      m.sent_by as "sentBy"
    from messages m join chats c using (tenant_id, chat_id)
    where m.tenant_id = ${tenantId} and m.message_id = any(${ids}::uuid[])
      ${from ? sql`and m.sent_on >= ${new Date(from)}` : sql``}
      ${to ? sql`and m.sent_on <= ${new Date(to)}` : sql``}
      ${enabled === undefined ? sql`` : sql`and (c.archived_at is null) = ${enabled}`}
      ${
        memberId
          ? sql`and exists (select from chat_members o
              where o.tenant_id = m.tenant_id and o.chat_id = m.chat_id and o.member_id = ${memberId}
                and o.deleted_on is null)`
          : sql``
      }
    order by m.message_id desc`.execute(db)
  return rows.map((row) => ({ ...row, sentOn: row.sentOn.toISOString() }))
}

/** The newest messages that the member has not read, in the chats that they are in, newest first. */
export async function unreadMessages(
  db: Queries,
  { tenantId, memberId, limit }: { tenantId: TenantId; memberId: MemberId; limit: number },
): Promise<{ chatId: ChatId; messageId: MessageId }[]> {
  const { rows } = await sql<{ chatId: ChatId; messageId: MessageId }>`
    select m.chat_id as "chatId", m.message_id as "messageId"
    from chat_members o join messages m using (tenant_id, chat_id)
    where o.tenant_id = ${tenantId} and o.member_id = ${memberId} and o.list_rank is not null and o.unread_count > 0
      and m.sent_by <> o.member_id and (o.joined_after is null or m.message_id > o.joined_after)
      and not exists (select from deliveries d
        where d.tenant_id = m.tenant_id and d.message_id = m.message_id and d.member_id = o.member_id)
    order by m.message_id desc
    limit ${limit}`.execute(db)
  return rows
}
