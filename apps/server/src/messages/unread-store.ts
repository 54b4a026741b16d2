import { chatState } from '@partyline/contract'
import type { ChatId, MemberId, MessageId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'

/** A message that is not read, and its chat. */
type UnreadMessage = { chatId: ChatId; messageId: MessageId }

/**
 * The newest messages that the member has not read, in the chats of their list, newest first. Each of the unread chats is
 * read from its end up to as many messages as it has unread.
 */
export async function unreadMessages(
  db: Queries,
  { tenantId, memberId, limit }: { tenantId: TenantId; memberId: MemberId; limit: number },
): Promise<UnreadMessage[]> {
  const { rows } = await sql<UnreadMessage>`
    select m.chat_id, m.message_id
    from (
      select u.* from unnest(${[...chatState.options]}::text[]) as of (state) cross join lateral (
        select chat_id, joined_after, last_message_at, least(unread_count, ${limit}::int) as unread_count
        from chat_members
        where tenant_id = ${tenantId} and member_id = ${memberId} and state = of.state and list_rank = 2
        order by last_message_at desc limit ${limit}
      ) u
      order by u.last_message_at desc limit ${limit}
    ) o left join messages j on j.tenant_id = ${tenantId} and j.message_id = o.joined_after
    cross join lateral (
      select m.chat_id, m.message_id, m.sent_at from messages m
      where m.tenant_id = ${tenantId} and (m.chat_id, m.sent_at) <= (o.chat_id, 'infinity')
        and (m.chat_id, m.sent_at, m.message_id) > (o.chat_id, coalesce(j.sent_at, '-infinity'), j.message_id)
        and m.sent_by <> ${memberId} and m.automatic is null and not exists (
          select from deliveries d
          where d.tenant_id = ${tenantId} and d.message_id = m.message_id and d.member_id = ${memberId})
      order by m.chat_id desc, m.sent_at desc, m.message_id desc limit o.unread_count
    ) m
    order by m.sent_at desc, m.message_id desc limit ${limit}`.execute(db)
  return rows
}
