import type { DeliveryStatus, NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { AllowedCountries } from '../../../numbers/index.ts'
import { PREPARED } from '../../../platform/index.ts'
import type { Queries } from '../../../platform/index.ts'
import type { StoredDelivery } from '../../../transcript/index.ts'

/** A send that waits for its turn, or whose process ended. */
export type Send = Pick<StoredDelivery, 'tenantId' | 'chatId' | 'id' | 'requestId'> & {
  fromNumberId: NumberId
  toNumber: string
}

const SEND = sql.raw(
  'd.tenant_id as "tenantId", d.chat_id as "chatId", d.delivery_id as id, d.from_number_id as "fromNumberId", d.to_number as "toNumber", d.request_id as "requestId"',
)

/** What one number of a tenant sends: what waits in one lane keeps no other waiting. */
export type Lane = { tenantId: TenantId; fromNumberId: NumberId }

/** Where to look, and for how much. */
export type Look = {
  now: Date
  lanes: number
  /** Sends of each lane. */
  perLane: number
  /** Begins with the lane behind this one. */
  after: Lane | null
  /** In these lanes, begins with the phone behind this one. */
  places: readonly (Lane & { toNumber: string })[]
  closedLanes: readonly Lane[]
  /** All lanes of these are closed. */
  closedTenants: readonly TenantId[]
}

/** A lane in which something waits, with what is due in it. */
export type LookedAt = Lane & { sends: Send[] }

/**
 * Due sends, lane by lane. Of each phone the first only: texts to one phone go out in the order in which they were
 * written, and one waits until Twilio has all before it.
 */
export async function dueSends(db: Queries, look: Look): Promise<LookedAt[]> {
  const { rows } = await explainableLook(look).execute(db)
  const lanes = Map.groupBy(rows, laneKey)
  return [...lanes.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { tenantId, fromNumberId } = first
    return [{ tenantId, fromNumberId, sends: [first, ...others].filter(isSend) }]
  })
}

export function laneKey({ tenantId, fromNumberId }: Lane): string {
  return `${tenantId}/${fromNumberId}`
}

type Row = Send | (Lane & { id: null })

const isSend = (row: Row): row is Send => row.id !== null

/** What Twilio does not have yet: the condition of the index `deliveries_pair`. */
const WAITING = sql.raw("status in ('queued', 'sending') and provider_sid is null")

/**
 * Jumps along the index `deliveries_pair` from lane to lane, and in each from phone to phone, so that it reads no more
 * in a long queue than in a short one.
 */
export function explainableLook({ now, after, places, closedLanes, closedTenants, ...look }: Look) {
  const nextLane = (last: RawBuilder<unknown>) => sql`
    select tenant_id, from_number_id from deliveries
    where ${WAITING} and (tenant_id, from_number_id) > ${last}
    order by tenant_id, from_number_id limit 1`
  const nextPhone = (of: RawBuilder<unknown>, last: RawBuilder<unknown>) => sql`
    select tenant_id, from_number_id, to_number, chat_id, delivery_id, due_at, request_id from deliveries
    where tenant_id = ${of}.tenant_id and from_number_id = ${of}.from_number_id and to_number > ${last} and ${WAITING}
    order by to_number, message_id, part limit 1`
  return sql<Row>`${PREPARED}
    with recursive lanes as (
      (${nextLane(sql`(${after?.tenantId ?? FIRST}::uuid, ${after?.fromNumberId ?? FIRST}::uuid)`)})
      union all
      select next.* from lanes last cross join lateral (${nextLane(sql`(last.tenant_id, last.from_number_id)`)}) next
    ), places as (${lanesOf(places)}), closed as (${lanesOf(closedLanes)})
    select lane.tenant_id as "tenantId", lane.from_number_id as "fromNumberId", d.chat_id as "chatId",
      d.delivery_id as id, d.to_number as "toNumber", d.request_id as "requestId"
    from (
      select *, coalesce((
        select to_number from places
        where tenant_id = lanes.tenant_id and from_number_id = lanes.from_number_id), '') as place
      from lanes
      where tenant_id <> all(${closedTenants}::uuid[]) and (tenant_id, from_number_id) not in (
        select tenant_id, from_number_id from closed)
        and (select not suspended from tenants t where t.tenant_id = lanes.tenant_id)
      limit ${look.lanes}
    ) lane left join lateral (
      with recursive phones as (
        (${nextPhone(sql`lane`, sql`lane.place`)})
        union all
        select next.* from phones last cross join lateral (${nextPhone(sql`last`, sql`last.to_number`)}) next
      )
      select * from phones where due_at <= ${now} limit ${look.perLane}
    ) d on true`
}

/** Lower than any other. */
const FIRST = '00000000-0000-0000-0000-000000000000'

function lanesOf(lanes: readonly (Lane & { toNumber?: string })[]) {
  const tenants = lanes.map(({ tenantId }) => tenantId)
  const numbers = lanes.map(({ fromNumberId }) => fromNumberId)
  const phones = lanes.map(({ toNumber = '' }) => toNumber)
  return sql`
    select * from unnest(${tenants}::uuid[], ${numbers}::uuid[], ${phones}::text[])
      as lane (tenant_id, from_number_id, to_number)`
}

/** Sends whose process ended before it could say what became of them. */
export async function abandonedSends(db: Queries, { now, limit }: { now: Date; limit: number }): Promise<Send[]> {
  const { rows } = await sql<Send>`${PREPARED}
    select ${SEND} from deliveries d
    where leased_until < ${now}
    order by leased_until
    limit ${limit}`.execute(db)
  return rows
}

/** Whether nobody has settled it since. The chat is held. */
export async function isAbandoned(trx: Queries, { tenantId, id }: Send, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from deliveries
    where tenant_id = ${tenantId} and delivery_id = ${id} and leased_until < ${now}`.execute(trx)
  return rows.length > 0
}

/** A send that this process has taken, with what Twilio needs to know. */
export type ClaimedSend = Send &
  Pick<StoredDelivery, 'messageId' | 'memberId' | 'updatedOn' | 'part' | 'parts'> & {
    /** Names this claim: what becomes of it counts only as long as there is no other. */
    postedAt: Date
    fromNumber: string
    body: string
    /** How many times it was tried, this time included. */
    attempts: number
    /** Whether the message has files. */
    hasMedia: boolean
    /** The phone wants no texts from the number, as of now. */
    optedOut: boolean
    /** Of the tenant, now. */
    allowedCountries: AllowedCountries
  }

/**
 * Takes a send for this process: it stands as `sending` until it is settled, or until its lease ends because the
 * process did. Null where it is not due any more, because another process has it, and where the tenant is suspended.
 */
export async function claim(
  trx: Queries,
  { tenantId, id }: Send,
  { now, leasedUntil }: { now: Date; leasedUntil: Date },
): Promise<ClaimedSend | null> {
  const { rows } = await sql<ClaimedSend>`${PREPARED}
    update deliveries d set status = 'sending', due_at = null, leased_until = ${leasedUntil}, posted_at = ${now},
      attempts = attempts + 1, updated_on = case when d.status = 'sending' then d.updated_on else ${now} end
    from provider_numbers p join tenants t using (tenant_id)
    where not t.suspended and d.tenant_id = ${tenantId} and d.delivery_id = ${id} and d.due_at <= ${now}
      and d.status in ('queued', 'sending') and p.tenant_id = d.tenant_id and p.number_id = d.from_number_id
    returning ${SEND}, d.message_id as "messageId", d.member_id as "memberId", d.updated_on as "updatedOn",
      d.posted_at as "postedAt", p.number as "fromNumber", d.body, d.part, d.parts, d.attempts,
      t.allowed_countries as "allowedCountries",
      exists (
        select from message_media f where f.tenant_id = d.tenant_id and f.message_id = d.message_id) as "hasMedia",
      exists (
        select from opt_outs o
        where o.tenant_id = d.tenant_id and o.provider_number_id = d.from_number_id and o.number = d.to_number
      ) as "optedOut"`.execute(trx)
  return rows[0] ?? null
}

type Claim = Pick<ClaimedSend, 'tenantId' | 'id' | 'postedAt'>

const isOfClaim = ({ tenantId, id, postedAt }: Claim) =>
  sql`tenant_id = ${tenantId} and delivery_id = ${id} and posted_at = ${postedAt}`

/** Whether it was neither claimed nor sent again by a person since. */
export async function isLastClaim(trx: Queries, claim: Claim): Promise<boolean> {
  const { rows } = await sql`select 1 from deliveries where ${isOfClaim(claim)}`.execute(trx)
  return rows.length > 0
}

/**
 * Twilio has it: what becomes of it comes by callback, which may have come already. Answers with the status, null where
 * the claim is not the last: then reports of this text are no news any more.
 */
export async function accept(
  trx: Queries,
  claim: Claim,
  { providerSid, checkAt }: { providerSid: string; checkAt: Date },
): Promise<DeliveryStatus | null> {
  const { rows } = await sql<{ status: DeliveryStatus }>`${PREPARED}
    update deliveries set provider_sid = ${providerSid}, leased_until = null,
      check_at = case when status in ('sending', 'sent', 'unknown') then ${checkAt}::timestamptz end
    where ${isOfClaim(claim)}
    returning status`.execute(trx)
  if (rows[0]) return rows[0].status
  await sql`
    update deliveries set earlier_sids = earlier_sids || ${providerSid}::text
    where tenant_id = ${claim.tenantId} and delivery_id = ${claim.id}`.execute(trx)
  return null
}

/** Certainly not sent: it is tried again later, and stays `sending` because a status never goes back. */
export async function retryLater(trx: Queries, claim: Claim, dueAt: Date): Promise<void> {
  await sql`
    update deliveries set due_at = ${dueAt}, leased_until = null
    where ${isOfClaim(claim)} and status = 'sending'`.execute(trx)
}

/** The media of a relayed text have come in: now it can be sent. */
export async function release(trx: Queries, message: { tenantId: TenantId; messageId: string; dueAt: Date }) {
  await sql`
    update deliveries set due_at = ${message.dueAt}
    where tenant_id = ${message.tenantId} and message_id = ${message.messageId} and status = 'queued'
      and due_at is null`.execute(trx)
}
