import { MAX_FILTER_COUNT } from '@partyline/contract'
import type { ChatCounts, FilterCount, NumberId } from '@partyline/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queries } from '../../platform/index.ts'
import type { ListQuery } from './list-walks-store.ts'

type Viewer = Pick<ListQuery, 'tenantId' | 'viewerId' | 'mode'>

/** Rows of an index that are read to count for one filter: one more than the highest count. */
const MAX_ROWS = MAX_FILTER_COUNT + 1

/**
 * How many chats each filter finds. Where an index does not know which chats are the viewer's, the viewer's among its
 * first rows are counted, and the count says that there may be more. Unread messages are counted by `unreadTotal` in
 * list-walks-store.ts.
 */
export async function countFilters(db: Queries, viewer: Viewer): Promise<Omit<ChatCounts, 'lines'>> {
  const { tenantId, viewerId, mode } = viewer
  const ofTenant = (walk: RawBuilder<unknown>, of = viewer) => sql`(
    select json_build_object('count', count(${isFound(of)}), 'rows', count(*)) from (
      select w.tenant_id, w.chat_id from chats w
      where w.tenant_id = ${tenantId} and w.archived_at is null and ${walk} limit ${MAX_ROWS}) n ${memberships(of)})`
  const open = (condition: RawBuilder<unknown>, of = viewer) =>
    ofTenant(sql`w.state = 'open' and ${condition} order by w.last_message_at desc`, of)
  const ofViewer = (condition: RawBuilder<unknown>) => sql`(
    select json_build_object('count', count(*), 'rows', count(*)) from (
      select from chat_members w
      where w.tenant_id = ${tenantId} and w.member_id = ${viewerId} and w.list_rank is not null and ${condition}
      order by w.list_rank desc, w.last_message_at desc limit ${MAX_ROWS}) n)`
  const inState = (state: string) =>
    mode === 'my'
      ? ofViewer(sql`w.state = ${state}`)
      : sql`(
    select json_build_object('count', count(*), 'rows', count(*)) from (
      select from chats w where w.tenant_id = ${tenantId} and w.archived_at is null and w.state = ${state}
      order by w.list_rank desc, w.last_message_at desc limit ${MAX_ROWS}) n)`
  const { rows } = await sql<Counted>`
    select
      ${ofViewer(sql`w.state = 'open' and w.list_rank = 2`)} as unread,
      ${open(sql`w.unclaimed_count > 0`, { ...viewer, mode: 'all' })} as unclaimed,
      ${open(sql`w.assigned_to is null`)} as unassigned,
      ${open(sql`w.assigned_to = ${viewerId}`)} as assigned_to_me,
      ${open(sql`w.failed_count > 0`)} as attention,
      ${ofTenant(sql`w.scheduled_count > 0`)} as scheduled,
      ${inState('done')} as done,
      ${inState('snoozed')} as snoozed`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('Counting returned no row.')
  const { unread, unclaimed, unassigned, assignedToMe, attention, scheduled, done, snoozed } = counted
  return {
    unread: filterCount(unread),
    unclaimed: filterCount(unclaimed),
    unassigned: filterCount(unassigned),
    assignedToMe: filterCount(assignedToMe),
    attention: filterCount(attention),
    scheduled: filterCount(scheduled),
    done: filterCount(done),
    snoozed: filterCount(snoozed),
  }
}

/** `rows`: how many were read. */
type CountedRows = { count: number; rows: number }
type Counted = Record<Exclude<keyof ChatCounts, 'lines'>, CountedRows>

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
