import type { ChatId, MessageId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/index.ts'

/** Media of an inbound message that are still at Twilio. */
export type PendingMedia = {
  tenantId: TenantId
  chatId: ChatId
  messageId: MessageId
  urls: string[]
  receivedAt: Date
  /** The webhook's. */
  requestId: string | null
}

export type ClaimedMedia = PendingMedia & {
  /** Including this one. */
  attempts: number
}

const PENDING = sql.raw(`tenant_id as "tenantId", chat_id as "chatId", message_id as "messageId", urls,
  received_at as "receivedAt", request_id as "requestId"`)

type Key = Pick<PendingMedia, 'tenantId' | 'messageId'>

const isOf = ({ tenantId, messageId }: Key) => sql`tenant_id = ${tenantId} and message_id = ${messageId}`

export async function addPendingMedia(trx: Queries, added: readonly PendingMedia[]): Promise<void> {
  if (added.length === 0) return
  const rows = added.map(
    ({ tenantId, chatId, messageId, urls, receivedAt, requestId }) =>
      sql`(${tenantId}, ${chatId}, ${messageId}, ${urls}::text[], ${receivedAt}::timestamptz,
        ${receivedAt}::timestamptz, ${requestId}::uuid)`,
  )
  await sql`
    insert into inbound_media (tenant_id, chat_id, message_id, urls, received_at, due_at, request_id)
    values ${sql.join(rows)}
    on conflict do nothing`.execute(trx)
}

export type DueMediaQuery = {
  now: Date
  limit: number
  perTenant: number
  busyChats: readonly ChatId[]
  busyTenants: readonly TenantId[]
}

/** The oldest due message of each chat. Tenants take turns. */
export async function dueMedia(db: Queries, { now, limit, perTenant, ...busy }: DueMediaQuery) {
  const { rows } = await sql<PendingMedia>`
    with of_chats as (
      select distinct on (tenant_id, chat_id) * from inbound_media
      where due_at <= ${now} and chat_id <> all(${busy.busyChats}::uuid[])
        and tenant_id <> all(${busy.busyTenants}::uuid[])
      order by tenant_id, chat_id, message_id
    ), in_turns as (
      select *, row_number() over (partition by tenant_id order by due_at, message_id) as turn from of_chats
    )
    select ${PENDING} from in_turns
    where turn <= ${perTenant}
    order by turn, due_at
    limit ${limit}`.execute(db)
  return rows
}

/** Null if another process was faster. */
export async function claimMedia(
  db: Queries,
  key: Key,
  { now, leasedUntil }: { now: Date; leasedUntil: Date },
): Promise<ClaimedMedia | null> {
  const { rows } = await sql<ClaimedMedia>`
    update inbound_media set due_at = ${leasedUntil}, attempts = attempts + 1
    where ${isOf(key)} and due_at <= ${now}
    returning ${PENDING}, attempts`.execute(db)
  return rows[0] ?? null
}

export async function postponeMedia(db: Queries, key: Key, dueAt: Date): Promise<void> {
  await sql`update inbound_media set due_at = ${dueAt} where ${isOf(key)}`.execute(db)
}

/** False if another process has settled it. */
export async function removePendingMedia(trx: Queries, key: Key): Promise<boolean> {
  const { rows } = await sql`delete from inbound_media where ${isOf(key)} returning 1`.execute(trx)
  return rows.length > 0
}
