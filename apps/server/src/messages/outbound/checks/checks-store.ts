import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../../../platform/index.ts'
import type { StoredDelivery } from '../../../transcript/index.ts'

/** A text whose outcome Twilio is asked about. */
export type Check = Pick<
  StoredDelivery,
  'tenantId' | 'chatId' | 'id' | 'status' | 'fromNumberId' | 'toNumber' | 'providerSid' | 'postedAt' | 'requestId'
>

const CHECK = sql.raw(`tenant_id as "tenantId", chat_id as "chatId", delivery_id as id, status,
  from_number_id as "fromNumberId", to_number as "toNumber", provider_sid as "providerSid", posted_at as "postedAt",
  request_id as "requestId"`)

/** Tenants take turns, so that many due texts of one delay no other tenant's. */
export async function dueChecks(
  db: Queries,
  { now, limit, notOf }: { now: Date; limit: number; notOf: readonly TenantId[] },
): Promise<Check[]> {
  const { rows } = await sql<Check>`
    select ${CHECK} from deliveries
    where check_at <= ${now} and tenant_id <> all(${notOf}::uuid[])
    order by row_number() over (partition by tenant_id order by check_at), check_at
    limit ${limit}`.execute(db)
  return rows
}

/** A text that Twilio has accepted, whose outcome is not known yet. */
export type AcceptedText = Pick<StoredDelivery, 'tenantId' | 'chatId' | 'id' | 'status'> & {
  providerSid: string
  postedAt: Date
  /** E.164. */
  fromNumber: string
}

export async function acceptedTexts(db: Queries): Promise<AcceptedText[]> {
  const { rows } = await sql<AcceptedText>`
    select d.tenant_id as "tenantId", d.chat_id as "chatId", d.delivery_id as id, d.status,
      d.provider_sid as "providerSid", d.posted_at as "postedAt", p.number as "fromNumber"
    from deliveries d join provider_numbers p on p.tenant_id = d.tenant_id and p.number_id = d.from_number_id
    where d.check_at is not null and d.provider_sid is not null and d.posted_at is not null
      and d.status in ('sending', 'sent')`.execute(db)
  return rows
}

/** Where it still waits for an outcome. */
export async function checkAgain(
  db: Queries,
  { tenantId, id }: Pick<Check, 'tenantId' | 'id'>,
  { now, checkAt }: { now: Date; checkAt: Date | null },
): Promise<void> {
  await sql`
    update deliveries set check_at = ${checkAt}::timestamptz
    where tenant_id = ${tenantId} and delivery_id = ${id} and check_at <= ${now}`.execute(db)
}

/** A text that was handed to Twilio, of which no SID is known. */
export type Unresolved = Pick<StoredDelivery, 'tenantId' | 'chatId' | 'id' | 'status'> & {
  body: string
  postedAt: Date
}

export type Pair = Pick<Check, 'tenantId' | 'fromNumberId' | 'toNumber'>

/** All of one number and phone, also what is being sent now or was marked as sent: Twilio may have those too. */
export async function unresolvedOf(db: Queries, pair: Pair, postedAfter: Date): Promise<Unresolved[]> {
  const ofPair = sql`select tenant_id as "tenantId", chat_id as "chatId", delivery_id as id, status, body,
      posted_at as "postedAt"
    from deliveries
    where tenant_id = ${pair.tenantId} and from_number_id = ${pair.fromNumberId} and to_number = ${pair.toNumber}
      and provider_sid is null and posted_at > ${postedAfter}`
  const { rows } = await sql<Unresolved>`
    (${ofPair} and status in ('unknown', 'sent')) union all (${ofPair} and status = 'sending')
    order by "postedAt", id`.execute(db)
  return rows
}

/** Those of the SIDs that belong to a delivery, or did before a person sent it again. */
export async function ownedSids(
  db: Queries,
  { tenantId, fromNumberId, toNumber }: Pair,
  sids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ sid: string }>`
    select provider_sid as sid from deliveries
    where tenant_id = ${tenantId} and provider_sid = any(${sids})
    union all
    select unnest(earlier_sids) from deliveries
    where tenant_id = ${tenantId} and from_number_id = ${fromNumberId} and to_number = ${toNumber}
      and earlier_sids <> '{}'`.execute(db)
  return new Set(rows.map(({ sid }) => sid))
}

/** The number that a pair's texts are sent from, E.164. */
export async function fromNumberOf(db: Queries, tenantId: TenantId, numberId: string | null): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`
    select number from provider_numbers where tenant_id = ${tenantId} and number_id = ${numberId}`.execute(db)
  return rows[0]?.number ?? null
}
