import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { MemberId, NumberId, TenantId } from '@partyline/contract'
import type { Database } from '../src/platform/index.ts'

type Tenant = {
  tenantId: TenantId
  /** In three of four chats. */
  viewerId: MemberId
  /** Two of them are in each chat. */
  colleagueIds: readonly MemberId[]
  numberId: NumberId
}

/** Chats in which the viewer has unread messages: as many on a busy day, however many chats there are. */
const UNREAD_CHATS = 30
const MESSAGES = 4

const id = (kind: string, n: RawBuilder<unknown>) =>
  sql`('01900000-0000-7000-8${sql.raw(kind)}00-' || lpad((${n})::text, 12, '0'))::uuid`
/** A UUIDv7 of this time. */
const messageId = (at: RawBuilder<unknown>) =>
  sql`(overlay(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') placing '-' from 9 for 0)
    || '-7000-8000-' || lpad(n::text, 12, '0'))::uuid`

/**
 * Adds chats as a team has them, numbered from 1: three of the team with a contact or two, several messages, and delivery
 * records of the last ones. The order of the list has nothing to do with that of the ids.
 */
export async function addBusyChats(
  db: Database['queries'],
  tenant: Tenant,
  { from, to }: { from: number; to: number },
) {
  const { tenantId, viewerId, colleagueIds, numberId } = tenant
  const numbers = sql`generate_series(${from}::int, ${to}::int) n`
  const lastAt = sql`date_trunc('milliseconds', '2026-01-01'::timestamptz)
    + (case when n <= ${UNREAD_CHATS} then 100000 + n else abs(hashint4(n)) % 90000 end) * interval '1 minute'`
  const sentAt = sql`(${lastAt} - (${MESSAGES} - place) * interval '1 hour')`
  const colleague = (place: number) => sql`(${colleagueIds}::uuid[])[1 + (n + ${place}) % ${colleagueIds.length}::int]`
  const isUnread = sql`n <= ${UNREAD_CHATS}`
  const isMember = sql`(n % 4 > 0 or ${isUnread})`

  await sql`insert into contacts (tenant_id, number_id, number, name, created_at)
    select ${tenantId}, ${id('1', sql`n`)}, '+1303' || lpad(n::text, 7, '0'),
      (array['Ann', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'Gus'])[1 + n % 7] || ' ' || md5(n::text), now()
    from ${numbers}`.execute(db)
  await sql`insert into chats (tenant_id, chat_id, number_id, name, message_count, last_message_id, last_message_at,
      list_rank, waiting_since, created_at)
    select ${tenantId}, ${id('2', sql`n`)}, ${numberId}, 'Chat ' || n, ${MESSAGES}, ${messageId(lastAt)},
      ${lastAt}, case when ${isUnread} then 1 else 0 end, case when ${isUnread} then ${lastAt} end, '2026-01-01'
    from ${numbers}`.execute(db)
  await sql`insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at, unread_count, list_rank)
    select ${tenantId}, ${id('2', sql`n`)}, member_id, 'TeamsUser', '2026-01-01', ${lastAt},
      case when member_id = ${viewerId} and ${isUnread} then 1 else 0 end,
      case when not ${isUnread} then 0 when member_id = ${viewerId} then 2 else 1 end
    from ${numbers}, lateral (
      select ${colleague(0)} as member_id union select ${colleague(1)} union select ${viewerId}::uuid where ${isMember}) m`.execute(
    db,
  )
  await sql`insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at)
    select ${tenantId}, ${id('2', sql`n`)}, ${id('1', sql`contact`)}, 'ExternalMobile', '2026-01-01', ${lastAt}
    from ${numbers}, lateral (select n as contact union select 1 + n / 2 where n % 5 = 0) c`.execute(db)
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by, parent_id)
    select ${tenantId}, ${messageId(sentAt)}, ${id('2', sql`n`)},
      case when n % 3 = 0 then 'We talked about the visit ' else 'See you at the desk ' end || md5(n::text),
      ${sentAt}, ${id('1', sql`n`)},
      case when place = ${MESSAGES} and n % 10 = 0 then ${messageId(sql`(${sentAt} - interval '1 hour')`)} end
    from ${numbers}, generate_series(1, ${MESSAGES}::int) place order by ${sentAt}`.execute(db)
  // The first chat is long. Nobody's own messages are unread to them.
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    select ${tenantId}, ${messageId(sql`'2025-12-01'::timestamptz`)}, ${id('2', sql`1`)}, 'Noted', '2025-12-01', ${viewerId} from ${numbers}`.execute(
    db,
  )
  await sql`insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_at)
    select m.tenant_id, gen_random_uuid(), ${messageId(sentAt)}, m.chat_id, m.member_id,
      case m.role when 'TeamsUser' then 'read' else 'delivered' end, m.last_message_at
    from ${numbers} join chat_members m on m.tenant_id = ${tenantId} and m.chat_id = ${id('2', sql`n`)},
      generate_series(${MESSAGES - 1}::int, ${MESSAGES}::int) place
    where not (place = ${MESSAGES} and m.unread_count > 0)`.execute(db)
  // Messages are stored in the order of their ids.
  await sql`cluster all_messages using messages_pkey`.execute(db)
  await sql`vacuum analyze`.execute(db)
}
