import type { CallBody, ChatId, MemberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { FoundChats } from './found-chats-store.ts'
import type { ListCursor } from './list-cursor.ts'

export type ListQuery = Omit<CallBody<'chats.search'>, 'cursor' | 'term' | 'searchIn'> & {
  tenantId: TenantId
  viewerId: MemberId
  cursor: ListCursor | null
  /** Keeps chats in which a term was found. */
  found: FoundChats | null
}

/** A chat's place in a list. */
export type Place = { chatId: ChatId; rank: number; lastMessageAt: Date }

// Each walk reads one index in order, without a sort (docs/product.md#the-list). It calls its row `w`: a chat's row or a
// member's, which have the same sort key columns.

/** Along the viewer's own member rows, down to a rank. */
export function myChats(query: ListQuery, leastRank: number): RawBuilder<Place> {
  return sql<Place>`
    select w.chat_id, w.list_rank as rank, w.last_message_at
    from chat_members w
    where w.tenant_id = ${query.tenantId} and w.member_id = ${query.viewerId} and w.list_rank >= ${leastRank}
      ${behind(query)} ${filters(query)}
    order by w.list_rank desc, w.last_message_at desc, w.chat_id desc
    limit ${query.limit}`
}

/** Along the open chats' own rows, also those that the viewer has not read. */
export function allChats(query: ListQuery): RawBuilder<Place> {
  return sql<Place>`
    select w.chat_id, w.list_rank as rank, w.last_message_at
    from chats w
    where w.tenant_id = ${query.tenantId} and w.archived_at is null ${behind(query)} ${filters(query)}
    order by w.list_rank desc, w.last_message_at desc, w.chat_id desc
    limit ${query.limit}`
}

/** Along the open chats with texts that nobody has claimed, newest first. */
export function unclaimed(query: ListQuery): RawBuilder<Place> {
  return sql<Place>`
    select w.chat_id, 0::smallint as rank, w.last_message_at
    from chats w
    where w.tenant_id = ${query.tenantId} and w.unclaimed_count > 0 and w.archived_at is null
      ${behind(query, sql`0::smallint`)} ${filters(query)}
    order by w.last_message_at desc, w.chat_id desc
    limit ${query.limit}`
}

/** What the viewer has not read of a stretch of {@link allChats}. */
export function unreadBetween(
  { tenantId, viewerId }: ListQuery,
  { from, to }: { from: Date; to: Date },
): RawBuilder<{ chatId: ChatId }> {
  return sql<{ chatId: ChatId }>`
    select chat_id from chat_members
    where tenant_id = ${tenantId} and member_id = ${viewerId} and list_rank = 2
      and last_message_at between ${from} and ${to}`
}

/** Along those of the viewer's own member rows that have something unread. */
export function unreadTotal({
  tenantId,
  viewerId,
}: Pick<ListQuery, 'tenantId' | 'viewerId'>): RawBuilder<{ messages: number }> {
  return sql<{ messages: number }>`
    select coalesce(sum(unread_count), 0)::int as messages from chat_members
    where tenant_id = ${tenantId} and member_id = ${viewerId} and list_rank = 2`
}

/** Along the archived chats, newest first. */
export function archived(query: ListQuery): RawBuilder<Place> {
  const isMine = sql`and exists (select from chat_members mine where mine.tenant_id = w.tenant_id
    and mine.chat_id = w.chat_id and mine.member_id = ${query.viewerId} and mine.deleted_at is null)`
  return sql<Place>`
    select w.chat_id, 0::smallint as rank, w.last_message_at
    from chats w
    where w.tenant_id = ${query.tenantId} and w.archived_at is not null
      ${query.mode === 'my' ? isMine : sql``} ${behind(query, sql`0::smallint`)} ${filters(query)}
    order by w.last_message_at desc, w.chat_id desc
    limit ${query.limit}`
}

function behind({ cursor }: ListQuery, rank = sql`w.list_rank`) {
  if (!cursor) return sql``
  const [lastRank, lastAt, lastId] = cursor
  return sql`and (${rank}, w.last_message_at, w.chat_id)
    < (${lastRank}::smallint, ${new Date(lastAt)}::timestamptz, ${lastId}::uuid)`
}

function filters({ numberId, memberId, from, to, found }: ListQuery) {
  return sql.join(
    [
      numberId &&
        sql`and exists (select from chats c
          where c.tenant_id = w.tenant_id and c.chat_id = w.chat_id and c.number_id = ${numberId})`,
      memberId &&
        sql`and exists (select from chat_members m join people p using (tenant_id, member_id, role)
          where m.tenant_id = w.tenant_id and m.chat_id = w.chat_id and m.member_id = ${memberId}
            and m.deleted_at is null and not p.disabled)`,
      from && sql`and w.last_message_at >= ${new Date(from)}::timestamptz`,
      to && sql`and w.last_message_at <= ${new Date(to)}::timestamptz`,
      found && sql`and w.chat_id = any(${[...found.keys()]}::uuid[])`,
    ].filter((condition) => typeof condition === 'object' && condition !== null),
    sql` `,
  )
}
