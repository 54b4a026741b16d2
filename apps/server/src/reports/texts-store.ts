import type { ChatId, MemberId, MessageId, NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { NotNull } from 'kysely'
import type { Queries } from '../platform/index.ts'

/** From the first instant on, until before the other. */
export type Span = { tenantId: TenantId; starts: Date; ends: Date }

/** A text that people wrote, or that came from a phone. */
export type Text = {
  id: MessageId
  chatId: ChatId
  at: Date
  by: MemberId
  isFromPhone: boolean
  /** An API key wrote it. */
  isFromKey: boolean
  /** To phones: the contact, or the phone that is none of a contact, and what became of it. Texts in parts have several. */
  sends: readonly { person: string; status: string; code: number | null }[]
}

/** Oldest first, after a text of the same span. */
export async function textsOf(
  db: Queries,
  { tenantId, starts, ends }: Span,
  { after, limit }: { after: Pick<Text, 'id' | 'at'> | null; limit: number },
): Promise<Text[]> {
  const { rows } = await sql<Text>`
    select m.message_id as id, m.chat_id, m.sent_at as at, m.sent_by as by,
      coalesce(a.role, 'ExternalMobile') = 'ExternalMobile' as is_from_phone,
      coalesce(a.role, '') = 'ApiKey' as is_from_key, d.sends
    from messages m
      left join chat_members a on a.tenant_id = m.tenant_id and a.chat_id = m.chat_id and a.member_id = m.sent_by
      cross join lateral (
        select coalesce(json_agg(json_build_object(
          'person', coalesce(p.contact_id, d.member_id), 'status', d.status, 'code', d.error_code)), '[]') as sends
        from deliveries d
          left join contact_phones p on p.tenant_id = d.tenant_id and p.number_id = d.member_id
        where d.tenant_id = m.tenant_id and d.message_id = m.message_id and d.status <> 'read'
      ) d
    where m.tenant_id = ${tenantId} and m.sent_at < ${ends} and m.automatic is null
      and (m.sent_at, m.message_id) > (${after?.at ?? starts}, ${after?.id ?? '00000000-0000-0000-0000-000000000000'})
    order by m.sent_at, m.message_id
    limit ${limit}`.execute(db)
  return rows
}

/** A chat before a day, and the events that end waits in it on that day. */
export type ChatBefore = {
  chatId: ChatId
  lineId: NumberId
  tags: readonly string[]
  /** The first text that waits for an answer. */
  waitingSince: Date | null
  /** Whether people wrote in this conversation, which starts with the chat, or after it was done. */
  isAnswered: boolean
  /** When it was done, oldest first. */
  done: readonly string[]
}

export async function chatsBefore(
  db: Queries,
  { tenantId, starts, ends }: Span,
  chatIds: readonly ChatId[],
): Promise<ChatBefore[]> {
  const { rows } = await sql<ChatBefore>`
    select c.chat_id, c.number_id as line_id, w.sent_at as waiting_since,
      coalesce(o.sent_at > coalesce(e.changed_at, '-infinity'), false) as is_answered,
      array(
        select distinct t.tag
        from chat_members m
          join contact_phones p on p.tenant_id = m.tenant_id and p.number_id = m.member_id
          join contact_cards k on k.tenant_id = p.tenant_id and k.contact_id = p.contact_id
          cross join lateral unnest(k.tags) as t (tag)
        where m.tenant_id = c.tenant_id and m.chat_id = c.chat_id and m.role = 'ExternalMobile' and m.deleted_at is null
      ) as tags,
      (
        select coalesce(json_agg(h.changed_at order by h.changed_at), '[]') from chat_changes h
        where h.tenant_id = c.tenant_id and h.chat_id = c.chat_id and h.kind = 'done'
          and h.changed_at >= ${starts} and h.changed_at < ${ends}
      ) as done
    from chats c
      left join lateral (
        select h.changed_at from chat_changes h
        where h.tenant_id = c.tenant_id and h.chat_id = c.chat_id and h.kind = 'done' and h.changed_at < ${starts}
        order by h.changed_at desc limit 1
      ) e on true
      left join lateral (
        select m.sent_at from messages m
          join chat_members a on a.tenant_id = m.tenant_id and a.chat_id = m.chat_id and a.member_id = m.sent_by
        where m.tenant_id = c.tenant_id and m.chat_id = c.chat_id and m.sent_at < ${starts} and m.automatic is null
          and a.role <> 'ExternalMobile'
          and exists (
            select from deliveries d
            where d.tenant_id = m.tenant_id and d.message_id = m.message_id and d.status not in ('read', 'skipped'))
        order by m.sent_at desc, m.message_id desc limit 1
      ) o on true
      left join lateral (
        select m.sent_at from messages m
          left join chat_members a on a.tenant_id = m.tenant_id and a.chat_id = m.chat_id and a.member_id = m.sent_by
        where m.tenant_id = c.tenant_id and m.chat_id = c.chat_id and m.sent_at < ${starts} and m.automatic is null
          and m.sent_at > coalesce(greatest(e.changed_at, o.sent_at), '-infinity')
          and coalesce(a.role, 'ExternalMobile') = 'ExternalMobile'
        order by m.sent_at, m.message_id limit 1
      ) w on true
    where c.tenant_id = ${tenantId} and c.chat_id = any(${chatIds})`.execute(db)
  return rows
}

/** Phones that opted out of a line, by line. */
export function optOutsOf(
  db: Queries,
  { tenantId, starts, ends }: Span,
): Promise<{ lineId: NumberId; count: number }[]> {
  return db
    .selectFrom('consentEntries')
    .select(({ fn }) => ['lineId', fn.count<number>('personKey').distinct().as('count')])
    .where('tenantId', '=', tenantId)
    .where('happenedAt', '>=', starts)
    .where('happenedAt', '<', ends)
    .where('state', 'in', ['refused', 'revoked'])
    .groupBy('lineId')
    .execute()
}

/** When the first text was sent. Null: there is none. */
export async function firstTextAt(db: Queries, tenantId: TenantId): Promise<Date | null> {
  const row = await db
    .selectFrom('messages')
    .select('sentAt')
    .where('tenantId', '=', tenantId)
    .orderBy('sentAt')
    .orderBy('messageId')
    .limit(1)
    .executeTakeFirst()
  return row?.sentAt ?? null
}

/** Open chats in which a text waits, to a limit, the longest first. */
export async function unansweredChats(
  db: Queries,
  tenantId: TenantId,
  limit: number,
): Promise<{ id: ChatId; name: string; since: Date }[]> {
  return db
    .selectFrom('chats')
    .select(['chatId as id', 'name', 'waitingSince as since'])
    .where('tenantId', '=', tenantId)
    .where('state', '=', 'open')
    .where('waitingSince', 'is not', null)
    .where('archivedAt', 'is', null)
    .orderBy('waitingSince')
    .orderBy('chatId')
    .limit(limit)
    .$narrowType<{ since: NotNull }>()
    .execute()
}
