import { chatState } from '@partyline/contract'
import type { CallBody, ChatId, FoundMessage, MemberId, MessageId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import { FIRST_ID, hasPicture, hasWords, LAST_ID } from '../transcript/index.ts'
import type { SearchTerm } from '../transcript/index.ts'

/** Conditions on a message and its chat. */
export type MessageFilters = Pick<CallBody<'messages.search'>, 'numberId' | 'sentBy' | 'from' | 'to' | 'enabled'> & {
  /** Members who are all enabled in the chat. */
  memberIds?: readonly MemberId[]
  hasPicture?: boolean
}

type Filters = MessageFilters & { term: SearchTerm | null }

/** A message that is not read, and its chat. */
type UnreadMessage = { chatId: ChatId; messageId: MessageId }

/** Those of the messages that have the phrases of the term and pass the filters, newest first. */
export async function foundMessages(
  db: Queries,
  { tenantId, ids, term, ...filters }: Filters & { tenantId: TenantId; ids: readonly MessageId[] },
): Promise<FoundMessage[]> {
  const { numberId, memberIds = [], sentBy, from, to, enabled, hasPicture: isPictured } = filters
  const inOrder = term && term.phrases.length > 0 ? sql<boolean>`${hasWords(term, 'm', 'text')}` : sql<boolean>`true`
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('chats as c', (join) => join.onRef('c.tenantId', '=', 'm.tenantId').onRef('c.chatId', '=', 'm.chatId'))
    .select(['m.messageId', 'm.text', 'm.chatId', 'c.name as chatName', 'm.sentAt as sentOn', 'm.sentBy'])
    .where('m.tenantId', '=', tenantId)
    .where('m.messageId', '=', anyOf(ids))
    .where(inOrder)
    .$if(Boolean(from), (query) => query.where('m.sentAt', '>=', new Date(from ?? 0)))
    .$if(Boolean(to), (query) => query.where('m.sentAt', '<=', new Date(to ?? 0)))
    .$if(enabled !== undefined, (query) => query.where('c.archivedAt', enabled ? 'is' : 'is not', null))
    .$if(numberId !== undefined, (query) => query.where('c.numberId', '=', numberId ?? null))
    .$if(sentBy !== undefined, (query) => query.where('m.sentBy', '=', sentBy ?? null))
    .where(({ and, exists, selectFrom }) =>
      and(
        memberIds.map((memberId) =>
          exists(
            selectFrom('chatMembers as o')
              .whereRef('o.tenantId', '=', 'm.tenantId')
              .whereRef('o.chatId', '=', 'm.chatId')
              .where('o.memberId', '=', memberId)
              .where('o.deletedAt', 'is', null),
          ),
        ),
      ),
    )
    .$if(isPictured === true, (query) => query.where(hasPicture('m')))
    .orderBy('m.messageId', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, sentOn: row.sentOn.toISOString() }))
}

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
    ) o cross join lateral (
      select m.chat_id, m.message_id from messages m
      where m.tenant_id = ${tenantId} and (m.chat_id, m.message_id) <= (o.chat_id, ${LAST_ID}::uuid)
        and (m.chat_id, m.message_id) > (o.chat_id, coalesce(o.joined_after, ${FIRST_ID}::uuid))
        and m.sent_by <> ${memberId} and m.automatic is null and not exists (
          select from deliveries d
          where d.tenant_id = ${tenantId} and d.message_id = m.message_id and d.member_id = ${memberId})
      order by m.chat_id desc, m.message_id desc limit o.unread_count
    ) m
    order by m.message_id desc limit ${limit}`.execute(db)
  return rows
}
