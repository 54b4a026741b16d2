import { conditionsOf, isNewestFirst, LIST_FILTERS, MAX_FILTER_COUNT } from '@partyline/contract'
import type { ChatCounts, FilterCount, ListFilter, NumberId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/index.ts'
import { conditions } from './list-walks-store.ts'
import type { ListQuery } from './list-walks-store.ts'

type Viewer = Pick<ListQuery, 'tenantId' | 'viewerId' | 'mode'>
type ViewerToday = Viewer & { endOfToday: string }

/** Rows of an index that are read to count for one filter: one more than the highest count. */
const MAX_ROWS = MAX_FILTER_COUNT + 1

/**
 * How many chats each filter finds. Where an index does not know which chats are the viewer's, the viewer's among its
 * first rows are counted, and the count says that there may be more. Unread messages are counted by `unreadTotal` in
 * list-walks-store.ts.
 */
export async function countFilters(db: Queries, viewer: ViewerToday): Promise<Omit<ChatCounts, 'lines'>> {
  const counts = LIST_FILTERS.map((filter) => sql`(${countOf(filter, viewer)}) as ${sql.ref(filter)}`)
  const { rows } = await sql<Record<ListFilter, CountedRows>>`select ${sql.join(counts)}`.execute(db)
  const counted = Object.entries(rows[0] ?? {}).map(([filter, count]) => [filter, filterCount(count)])
  return Object.fromEntries(counted) as Omit<ChatCounts, 'lines'>
}

function countOf(filter: ListFilter, viewer: ViewerToday) {
  const { tenantId, viewerId, endOfToday } = viewer
  const list = conditionsOf([filter], endOfToday)
  const isByRank = list.unread || !isNewestFirst(list)
  const state = list.state ? sql`and w.state = ${list.state}` : sql``
  if (isByRank && (list.unread || viewer.mode === 'my')) {
    return sql`
      select json_build_object('count', count(*), 'rows', count(*)) from (
        select from chat_members w
        where w.tenant_id = ${tenantId} and w.member_id = ${viewerId} and w.list_rank >= ${list.unread ? 2 : 0} ${state}
        order by w.list_rank desc, w.last_message_at desc limit ${MAX_ROWS}) n`
  }
  const of = list.unclaimed || list.mentioned ? { ...viewer, mode: 'all' as const } : viewer
  // An index of one state has its chats in order.
  const order = list.state ? sql`order by ${isByRank ? sql`w.list_rank desc,` : sql``} w.last_message_at desc` : sql``
  return sql`
    select json_build_object('count', count(${isFound(of)}), 'rows', count(*)) from (
      select w.tenant_id, w.chat_id from chats w
      where w.tenant_id = ${tenantId} and w.archived_at is ${list.enabled === false ? sql`not null` : sql`null`} ${state}
        ${conditions({ ...list, tenantId, viewerId }, 'w') ?? sql``} ${order} limit ${MAX_ROWS}) n ${memberships(of)}`
}

/** `rows`: how many were read. */
type CountedRows = { count: number; rows: number }

/** The same for each of these lines. */
export async function countLines(
  db: Queries,
  viewer: Viewer,
  lines: readonly NumberId[],
): Promise<ChatCounts['lines']> {
  const { rows } = await sql<CountedRows & { numberId: NumberId }>`
    select l.number_id, n.count::int as count, n.rows::int as rows
    from unnest(${lines}::uuid[]) with ordinality as l (number_id, place) cross join lateral (
      select count(${isFound(viewer)}) as count, count(*) as rows from (
        select w.tenant_id, w.chat_id from chats w
        where w.tenant_id = ${viewer.tenantId} and w.archived_at is null and w.number_id = l.number_id and w.state = 'open'
        order by w.list_rank desc, w.last_message_at desc limit ${MAX_ROWS}) n ${memberships(viewer)}) n
    order by l.place`.execute(db)
  return rows.map(({ numberId, ...counted }) => ({ numberId, ...filterCount(counted) }))
}

/** Not null for a chat that the mode lists. */
const isFound = ({ mode }: Viewer) => (mode === 'my' ? sql`mine.member_id` : sql`n.chat_id`)

/** The viewer's memberships of the chats that were read, each looked up by key. */
const memberships = ({ mode, viewerId }: Viewer) =>
  mode === 'my'
    ? sql`left join lateral (
        select m.member_id from chat_members m
        where m.tenant_id = n.tenant_id and m.chat_id = n.chat_id and m.member_id = ${viewerId} and m.deleted_at is null
        limit 1) mine on true`
    : sql``

function filterCount({ count, rows }: CountedRows): FilterCount {
  return { count: Math.min(count, MAX_FILTER_COUNT), more: rows > MAX_FILTER_COUNT }
}
