import type { ChatId, FoundMessage, MemberId, MessageId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'
import { hasWords, isRareInMessages, readTerm } from '../transcript/index.ts'

export type MessageSearch = {
  term?: string | undefined
  /** Chats in which this member is. */
  memberId?: MemberId | undefined
  from?: string | undefined
  to?: string | undefined
  /** True: open chats. False: archived ones. */
  enabled?: boolean | undefined
  limit: number
}

/** Messages that have the term, newest first. A rare term's are collected, the newest of a common one are walked to. */
export async function searchMessages(
  db: Queries,
  tenantId: TenantId,
  { term: text, ...search }: MessageSearch,
): Promise<FoundMessage[]> {
  const term = text ? await readTerm(db, tenantId, text) : null
  if (text && !term) return []
  const hits = term && (await isRareInMessages(db, term)) ? sql`as materialized` : sql`as not materialized`
  const from = search.from ? new Date(search.from) : null
  const to = search.to ? new Date(search.to) : null
  const { rows } = await sql<Omit<FoundMessage, 'sentOn'> & { sentOn: Date }>`
    with hits ${hits} (
      select tenant_id, chat_id, message_id, text, sent_on, sent_by from messages m
      where m.tenant_id = ${tenantId} ${term ? sql`and ${hasWords(term, 'm', 'text')}` : sql``}
    ), newest as (
      select * from hits m
      where (${from}::timestamptz is null or m.sent_on >= ${from})
        and (${to}::timestamptz is null or m.sent_on <= ${to})
        and (${search.enabled ?? null}::boolean is null or exists (
          select from chats c
          where c.tenant_id = m.tenant_id and c.chat_id = m.chat_id
            and (c.archived_at is null) = ${search.enabled ?? null}))
        and (${search.memberId ?? null}::uuid is null or exists (
          select from chat_members o
          where o.tenant_id = m.tenant_id and o.chat_id = m.chat_id and o.member_id = ${search.memberId ?? null}
            and o.deleted_on is null))
      order by m.message_id desc
      limit ${search.limit}
    )
    select m.message_id as "messageId", m.text, m.chat_id as "chatId", c.name as "chatName", m.sent_on as "sentOn",
      m.sent_by as "sentBy"
    from newest m join chats c using (tenant_id, chat_id)
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
