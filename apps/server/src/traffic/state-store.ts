import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'

/** How many of the newest messages to search for one from a phone. Older ones say little about the connection to Twilio. */
const NEWEST_MESSAGES = 200
/** How many of the newest records are searched for one from Twilio. A message has one for each member of its chat. */
const NEWEST_RECORDS = 1_000

/** The queue of a tenant, and its last news from Twilio. */
type StateRow = {
  waiting: number
  waitingSince: Date | null
  unknown: number
  lastReportOn: Date | null
  lastDeliveredOn: Date | null
  lastTextOn: Date | null
}

/** Reads waiting rows along indexes of only those, and the newest rows. */
export async function readState(db: Queries, tenantId: TenantId): Promise<StateRow> {
  const { rows } = await sql<StateRow>`
    select waiting.*, (
      select count(*) from deliveries
      where tenant_id = ${tenantId} and status = 'unknown' and provider_sid is null
    ) as unknown, reports.*, (
      select max(sent_at) filter (where provider_sid is not null) from (
        select provider_sid, sent_at from messages where tenant_id = ${tenantId} order by sent_at desc, message_id desc limit ${NEWEST_MESSAGES}
      ) newest
    ) as last_text_on
    from (
      select count(*) as waiting, min(updated_at) as waiting_since from deliveries
      where tenant_id = ${tenantId} and status in ('queued', 'sending') and provider_sid is null
    ) waiting, (
      select max(updated_at) filter (where status in ('sent', 'delivered', 'undelivered', 'failed')) as last_report_on,
        max(updated_at) filter (where status = 'delivered') as last_delivered_on
      from (
        select provider_sid, status, updated_at from deliveries
        where tenant_id = ${tenantId} order by delivery_id desc limit ${NEWEST_RECORDS}
      ) newest
      where provider_sid is not null
    ) reports`.execute(db)
  const [state] = rows
  if (!state) throw new Error('The database has not counted.')
  return state
}

/** Counts the messages of all tenants. */
export async function countMessages(db: Queries): Promise<number> {
  const { count } = await db
    .selectFrom('chats')
    .select(({ fn }) => fn.sum<number | null>('messageCount').as('count'))
    .executeTakeFirstOrThrow()
  return count ?? 0
}
