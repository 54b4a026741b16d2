import type { DeliveryStatus, MemberId, MessageId, NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { ExpressionBuilder, NotNull, RawBuilder } from 'kysely'
import type { Tables } from '../../database/index.ts'
import type { AllowedCountries } from '../numbers/index.ts'
import { PREPARED } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import type { MovedDelivery, StoredDelivery } from '../transcript/index.ts'
import { NOT_SENT } from './compose-deliveries.ts'

/** A send that waits for its turn, or whose process ended. */
export type QueueEntry = Pick<StoredDelivery, 'tenantId' | 'chatId' | 'id' | 'requestId'> & {
  fromNumberId: NumberId
  toNumber: string
}

export type Send = QueueEntry & {
  messageId: MessageId
  /** Whether pictures go with it: with the beginning of a text. */
  hasMedia: boolean
}

/** A text that was added to the queue: the send, or only whose it is. */
export type QueuedText = Send | Pick<Send, 'tenantId'>

/** The sends of one line of a tenant. Queues do not wait for each other. */
export type SenderQueue = { tenantId: TenantId; fromNumberId: NumberId }

/** Where to look, and for how much. */
export type Look = {
  now: Date
  queues: number
  /** Sends of each queue. */
  perQueue: number
  /** Starts after this queue. */
  after: SenderQueue | null
  /** In these queues, starts after this phone. */
  places: readonly (SenderQueue & { toNumber: string })[]
  closedQueues: readonly SenderQueue[]
  /** All queues of these are closed. */
  closedTenants: readonly TenantId[]
}

/** A queue with waiting sends, and those that are due. */
export type LookedAt = SenderQueue & { sends: Send[] }

/**
 * Due sends, queue by queue. Of each phone the first only: texts to one phone go out in the order in which they were
 * written, each after the outcome of the one before, which may be unknown.
 */
export async function dueSends(db: Queries, look: Look): Promise<LookedAt[]> {
  const { rows } = await explainableLook(look).execute(db)
  const queues = Map.groupBy(rows, senderQueueKey)
  return [...queues.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { tenantId, fromNumberId } = first
    return [{ tenantId, fromNumberId, sends: [first, ...others].filter(isSend) }]
  })
}

export function senderQueueKey({ tenantId, fromNumberId }: SenderQueue): string {
  return `${tenantId}/${fromNumberId}`
}

type Row = Send | (SenderQueue & { id: null })

const isSend = (row: Row): row is Send => row.id !== null

/** Sends that Twilio does not have yet: the condition of the index `deliveries_pair`. */
const WAITING = sql.raw("status in ('queued', 'sending') and provider_sid is null")

/**
 * Jumps along the index `deliveries_pair` from queue to queue, and in each from phone to phone, so that it reads no more
 * in a long queue than in a short one.
 */
export function explainableLook({ now, after, places, closedQueues, closedTenants, ...look }: Look) {
  const nextQueue = (last: RawBuilder<unknown>) => sql`
    select tenant_id, from_number_id from deliveries
    where ${WAITING} and (tenant_id, from_number_id) > ${last}
    order by tenant_id, from_number_id limit 1`
  const nextPhone = (of: RawBuilder<unknown>, last: RawBuilder<unknown>) => sql`
    select tenant_id, from_number_id, to_number, chat_id, delivery_id, due_at, request_id, message_id, part from deliveries
    where tenant_id = ${of}.tenant_id and from_number_id = ${of}.from_number_id and to_number > ${last} and ${WAITING}
    order by to_number, delivery_id limit 1`
  return sql<Row>`${PREPARED}
    with recursive queues as (
      (${nextQueue(sql`(${after?.tenantId ?? FIRST}::uuid, ${after?.fromNumberId ?? FIRST}::uuid)`)})
      union all
      select next.* from queues last cross join lateral (${nextQueue(sql`(last.tenant_id, last.from_number_id)`)}) next
    ), places as (${queuesOf(places)}), closed as (${queuesOf(closedQueues)})
    select queue.tenant_id, queue.from_number_id, d.chat_id, d.delivery_id as id, d.to_number, d.request_id, d.message_id,
      -- As exists(), it could be planned as a hash of the whole table.
      d.part = 1 and coalesce((
        select true from message_media f where f.tenant_id = d.tenant_id and f.message_id = d.message_id limit 1
      ), false) as has_media
    from (
      select *, coalesce((
        select to_number from places
        where tenant_id = queues.tenant_id and from_number_id = queues.from_number_id), '') as place
      from queues
      where tenant_id <> all(${closedTenants}::uuid[]) and (tenant_id, from_number_id) not in (
        select tenant_id, from_number_id from closed)
        and (select not suspended from tenants t where t.tenant_id = queues.tenant_id)
      limit ${look.queues}
    ) queue left join lateral (
      with recursive phones as (
        (${nextPhone(sql`queue`, sql`queue.place`)})
        union all
        select next.* from phones last cross join lateral (${nextPhone(sql`last`, sql`last.to_number`)}) next
      )
      select * from phones where due_at <= ${now} limit ${look.perQueue}
    ) d on true`
}

/** Lower than any other. */
const FIRST = '00000000-0000-0000-0000-000000000000'

function queuesOf(queues: readonly (SenderQueue & { toNumber?: string })[]) {
  const tenants = queues.map(({ tenantId }) => tenantId)
  const numbers = queues.map(({ fromNumberId }) => fromNumberId)
  const phones = queues.map(({ toNumber = '' }) => toNumber)
  return sql`
    select * from unnest(${tenants}::uuid[], ${numbers}::uuid[], ${phones}::text[])
      as queue (tenant_id, from_number_id, to_number)`
}

/** Sends whose process ended before it recorded their outcome. */
export async function abandonedSends(db: Queries, { now, limit }: { now: Date; limit: number }): Promise<QueueEntry[]> {
  return db
    .selectFrom('deliveries')
    .select(['tenantId', 'chatId', 'deliveryId as id', 'fromNumberId', 'toNumber', 'requestId'])
    .where('leasedUntil', '<', now)
    .orderBy('leasedUntil')
    .limit(limit)
    .$narrowType<{ fromNumberId: NotNull; toNumber: NotNull }>()
    .modifyEnd(PREPARED)
    .execute()
}

/** Whether it is still unsettled. The chat must be locked. */
export async function isAbandoned(trx: Queries, { tenantId, id }: QueueEntry, now: Date): Promise<boolean> {
  const delivery = await trx
    .selectFrom('deliveries')
    .select('deliveryId')
    .where('tenantId', '=', tenantId)
    .where('deliveryId', '=', id)
    .where('leasedUntil', '<', now)
    .executeTakeFirst()
  return delivery !== undefined
}

/** A send that this process has claimed, with the data for Twilio. */
export type ClaimedSend = Send & {
  /** Identifies this claim: results of earlier claims are ignored. */
  postedAt: Date
  memberId: MemberId
  fromNumber: string
  body: string
  /** How many times it was tried, this time included. */
  attempts: number
  /** The phone wants no texts from the number, as of now. */
  optedOut: boolean
  /** The tenant's current setting. */
  allowedCountries: AllowedCountries
}

/** A claim as it is asked for. */
export type NewClaim = Send & {
  postedAt: Date
  leasedUntil: Date
  /** The tenant’s Twilio account as it was stored when it was read. */
  account: string
}

/** A new claim. The version of the chat is set for a first attempt, and for an expired send. */
export type Claimed = Omit<ClaimedSend, keyof Send> & {
  /** Which of the steps it is. */
  place: number
  status: null
  records: MovedDelivery['records']
} & { version: number | null; hasUnread: boolean | null }

/** Whether it was claimed too late to be sent: claim_sends.sql has marked it as skipped. */
export function isExpired({ records }: Pick<Claimed, 'records'>): boolean {
  return records.some(({ status }) => status === 'skipped')
}

type Claim = Pick<ClaimedSend, 'tenantId' | 'id' | 'postedAt'>

const isOfClaim =
  ({ tenantId, id, postedAt }: Claim) =>
  ({ and }: ExpressionBuilder<Tables, 'deliveries'>) =>
    and({ tenantId, deliveryId: id, postedAt })

/** Whether this is still the latest claim. */
export async function isLastClaim(trx: Queries, claim: Claim): Promise<boolean> {
  const delivery = await trx.selectFrom('deliveries').select('deliveryId').where(isOfClaim(claim)).executeTakeFirst()
  return delivery !== undefined
}

/** A claimed send that Twilio has, and when Twilio is asked if it reports nothing. */
export type NewAcceptance = Claim & Pick<Send, 'chatId'> & { providerSid: string; checkAt: Date }

export type Accepted = {
  /** Which of the steps it is. */
  place: number
  status: DeliveryStatus
  /** Reports came before the response. */
  hasReports: boolean
  /** Later texts wait for its phone. */
  hasNext: boolean
}

/** Twilio has a send, or this process takes one. */
export type QueueStep = { accept: NewAcceptance } | { claim: NewClaim }

/**
 * Records acceptances, and then claims. A claimed send has the status `sending` until it is settled, or until its lease
 * ends because the process did. Returns no row
 * - for a claim of a send that is no longer due, because another process has it, or whose tenant is suspended or has another
 *   Twilio account than the claim,
 * - for an acceptance if a later claim exists, whose reports are the ones that count.
 *
 * Expired sends are returned, and skipped for good. See {@link isExpired}.
 */
export async function settleAndClaim(db: Queries, steps: readonly QueueStep[]): Promise<(Accepted | Claimed)[]> {
  const accepted: object[] = []
  const claimed: object[] = []
  for (const [place, step] of steps.entries()) {
    const { tenantId, chatId, id, postedAt } = 'accept' in step ? step.accept : step.claim
    const send = { place, tenant_id: tenantId, chat_id: chatId, delivery_id: id, posted_at: postedAt }
    if ('accept' in step)
      accepted.push({ ...send, provider_sid: step.accept.providerSid, check_at: step.accept.checkAt })
    else {
      const { leasedUntil, account } = step.claim
      claimed.push({ ...send, leased_until: leasedUntil, expired_text: NOT_SENT.expired, account })
    }
  }
  const { rows } = await sql<Accepted | Claimed>`${PREPARED}
    select place, status, has_reports, has_next, posted_at, from_number, body, attempts, member_id, opted_out, allowed_countries,
      records, version, has_unread
    from settle_and_claim_sends(${JSON.stringify(accepted)}, ${JSON.stringify(claimed)})`.execute(db)
  return rows
}

/** Certainly not sent: it is tried again later, and stays `sending` because a status never goes back. */
export async function retryLater(trx: Queries, claim: Claim, dueAt: Date): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ dueAt, leasedUntil: null })
    .where(isOfClaim(claim))
    .where('status', '=', 'sending')
    .execute()
}

/** The media of a relayed text have come in: now it can be sent. */
export async function release(trx: Queries, message: { tenantId: TenantId; messageId: MessageId; dueAt: Date }) {
  await trx
    .updateTable('deliveries')
    .set({ dueAt: message.dueAt })
    .where('tenantId', '=', message.tenantId)
    .where('messageId', '=', message.messageId)
    .where('status', '=', 'queued')
    .where('dueAt', 'is', null)
    .execute()
}
