import { chatState, wantedBy } from '@partyline/contract'
import type { CallBody, CallReply, ChatId, ChatState, ListConditions, MemberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { FoundChats } from './found-chats-store.ts'
import type { ListCursor } from './list-cursor.ts'

export type ListQuery = Omit<CallBody<'chats.search'>, 'cursor' | 'term' | 'searchIn' | keyof ListConditions> &
  ListConditions & {
    tenantId: TenantId
    viewerId: MemberId
    enabled: boolean
    cursor: ListCursor | null
    /** Keeps chats in which a term was found. */
    found: FoundChats | null
  }

export type UnreadTotal = CallReply<'chats.unreadTotal'>

/** A chat's place in a list. */
export type Place = { chatId: ChatId; rank: number; lastMessageAt: Date }

// Each walk reads one index in order, without a sort (docs/product.md#the-list). It calls its row `w`: a chat's row or a
// member's, which have the same sort key columns.

/** Along the viewer's own member rows, down to a rank. */
export function myChats(query: ListQuery, leastRank: number): RawBuilder<Place> {
  const walk = (state: ChatState) => sql`
    select w.chat_id, w.list_rank as rank, w.last_message_at
    from chat_members w
    where w.tenant_id = ${query.tenantId} and w.member_id = ${query.viewerId} and w.list_rank >= ${leastRank}
      and w.state = ${state} ${behind(query)} ${ofChats(query)} ${filters(query)}
    order by w.list_rank desc, w.last_message_at desc, w.chat_id desc
    limit ${query.limit}`
  return inStates(query, walk)
}

/** Along the chats' own rows, also those that the viewer has not read. */
export function allChats(query: ListQuery): RawBuilder<Place> {
  const walk = (state: ChatState) => sql`
    select w.chat_id, w.list_rank as rank, w.last_message_at
    from chats w
    where w.tenant_id = ${query.tenantId} and w.archived_at is null and w.state = ${state}
      ${behind(query)} ${conditions(query, 'w') ?? sql``} ${filters(query)}
    order by w.list_rank desc, w.last_message_at desc, w.chat_id desc
    limit ${query.limit}`
  return inStates(query, walk)
}

/** Along the chats that meet a condition with its own index, newest first. */
export function newestFirst(query: ListQuery): RawBuilder<Place> {
  const walk = (state: ChatState | null) => sql`
    select w.chat_id, 0::smallint as rank, w.last_message_at
    from chats w
    where w.tenant_id = ${query.tenantId} and w.archived_at is null ${state ? sql`and w.state = ${state}` : sql``}
      ${query.mode === 'my' && !query.unclaimed && !query.mentioned ? isMine(query) : sql``}
      ${olderThan(query)} ${conditions(query, 'w') ?? sql``} ${filters(query)}
    order by w.last_message_at desc, w.chat_id desc
    limit ${query.limit}`
  // Without an index by state, all states are read at once.
  return query.mentioned && !query.state ? sql<Place>`${walk(null)}` : inStates(query, walk, { isRanked: false })
}

/** The walk of one state, or the next places of the walks of all states. */
function inStates(
  { state, limit }: ListQuery,
  walk: (state: ChatState) => RawBuilder<unknown>,
  { isRanked = true } = {},
): RawBuilder<Place> {
  const states = state ? [state] : chatState.options
  const walks = sql.join(
    states.map((each) => sql`(${walk(each)})`),
    sql` union all `,
  )
  return sql<Place>`
    select w.chat_id, w.rank, w.last_message_at from (${walks}) w
    order by ${isRanked ? sql`w.rank desc,` : sql``} w.last_message_at desc, w.chat_id desc limit ${limit}`
}

/** The viewer's unread messages in a range of {@link allChats}. */
export function unreadBetween(
  { tenantId, viewerId }: ListQuery,
  { from, to }: { from: Date; to: Date },
): RawBuilder<{ chatId: ChatId }> {
  return sql<{ chatId: ChatId }>`
    select chat_id from chat_members
    where tenant_id = ${tenantId} and member_id = ${viewerId} and state = any(${[...chatState.options]}) and list_rank = 2
      and last_message_at between ${from} and ${to}`
}

/** Along those of the viewer's own member rows that have something unread, in open chats. */
export function unreadTotal({ tenantId, viewerId }: Pick<ListQuery, 'tenantId' | 'viewerId'>): RawBuilder<UnreadTotal> {
  return sql<UnreadTotal>`
    select count(*)::int as chats, coalesce(sum(unread_count), 0)::int as messages from chat_members
    where tenant_id = ${tenantId} and member_id = ${viewerId} and state = 'open' and list_rank = 2`
}

/** Along the archived chats, newest first. */
export function archived(query: ListQuery): RawBuilder<Place> {
  return sql<Place>`
    select w.chat_id, 0::smallint as rank, w.last_message_at
    from chats w
    where w.tenant_id = ${query.tenantId} and w.archived_at is not null
      ${query.state ? sql`and w.state = ${query.state}` : sql``}
      ${query.mode === 'my' || query.unread ? isMine(query) : sql``} ${olderThan(query)}
      ${conditions(query, 'w') ?? sql``} ${filters(query)}
    order by w.last_message_at desc, w.chat_id desc
    limit ${query.limit}`
}

function behind({ cursor }: ListQuery) {
  if (!cursor) return sql``
  const [lastRank, lastAt, lastId] = cursor
  return sql`and (w.list_rank, w.last_message_at, w.chat_id)
    < (${lastRank}::smallint, ${new Date(lastAt)}::timestamptz, ${lastId}::uuid)`
}

/** In a list without ranks. */
function olderThan({ cursor }: ListQuery) {
  if (!cursor) return sql``
  const [, lastAt, lastId] = cursor
  return sql`and (w.last_message_at, w.chat_id) < (${new Date(lastAt)}::timestamptz, ${lastId}::uuid)`
}

const isMine = ({ viewerId, unread }: ListQuery) => sql`and exists (
  select from chat_members mine
  where mine.tenant_id = w.tenant_id and mine.chat_id = w.chat_id and mine.member_id = ${viewerId}
    and mine.deleted_at is null ${unread ? sql`and mine.unread_count > 0` : sql``})`

/** Conditions on columns of `chats`, with the alias of its row. Null without any. Each walk has its own for `state`, `unread`, and `enabled`. */
export function conditions(query: ListConditions & Pick<ListQuery, 'tenantId' | 'viewerId'>, alias: 'w' | 'c') {
  const ofChats = wantedBy(query, query.viewerId).filter(({ condition }) => !OF_WALKS.has(condition))
  if (ofChats.length === 0) return null
  const each = ofChats.map(({ condition, field, wanted }) => {
    if (condition === 'mentioned') return isMentioned(query, alias)
    const column = sql.ref(`${alias}.${field}`)
    if (wanted === null) return sql`and ${column} is null`
    if (typeof wanted === 'object') return sql`and ${column} < ${new Date(wanted.before)}::timestamptz`
    if (condition === 'unanswered') return sql`and ${column} is not null`
    return wanted === true ? sql`and ${column} > 0` : sql`and ${column} = ${wanted}`
  })
  return sql.join(each, sql` `)
}

/** A person has few unread mentions, so they are read first. */
const isMentioned = ({ tenantId, viewerId }: Pick<ListQuery, 'tenantId' | 'viewerId'>, alias: 'w' | 'c') => sql`
  and ${sql.ref(`${alias}.chatId`)} = any(array(
    select chat_id from unread_mentions where tenant_id = ${tenantId} and user_id = ${viewerId}))`

const OF_WALKS: ReadonlySet<keyof ListConditions> = new Set(['state', 'unread', 'enabled'])

/** The same along member rows. */
function ofChats(query: ListQuery) {
  const ofChat = conditions(query, 'c')
  return ofChat
    ? sql`and exists (select from chats c where c.tenant_id = w.tenant_id and c.chat_id = w.chat_id ${ofChat})`
    : sql``
}

function filters({ memberId, from, to, found }: ListQuery) {
  return sql.join(
    [
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
