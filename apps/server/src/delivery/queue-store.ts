import type { DeliveryStatus, MessageId, NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { ExpressionBuilder, NotNull, RawBuilder } from 'kysely'
import type { Tables } from '../../database/index.ts'
import type { AllowedCountries } from '../numbers/index.ts'
import { PREPARED } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import type { StoredDelivery } from '../transcript/index.ts'

/** A send that waits for its turn, or whose process ended. */
export type Send = Pick<StoredDelivery, 'tenantId' | 'chatId' | 'id' | 'requestId'> & {
  fromNumberId: NumberId
  toNumber: string
}

/** The sends of one line of a tenant. Queues do not wait for each other. */
export type SenderQueue = { tenantId: TenantId; fromNumberId: NumberId }

/** Where to look, and for how much. */
export type Look = {
  now: Date
  queues: number
  /** Sends of each queue. */
  perQueue: number
  /** Begins with the queue behind this one. */
  after: SenderQueue | null
  /** In these queues, begins with the phone behind this one. */
  places: readonly (SenderQueue & { toNumber: string })[]
  closedQueues: readonly SenderQueue[]
  /** All queues of these are closed. */
  closedTenants: readonly TenantId[]
}

/** A queue with waiting sends, and those of them that are due. */
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
    select tenant_id, from_number_id, to_number, chat_id, delivery_id, due_at, request_id from deliveries
    where tenant_id = ${of}.tenant_id and from_number_id = ${of}.from_number_id and to_number > ${last} and ${WAITING}
    order by to_number, message_id, part limit 1`
  return sql<Row>`${PREPARED}
    with recursive queues as (
      (${nextQueue(sql`(${after?.tenantId ?? FIRST}::uuid, ${after?.fromNumberId ?? FIRST}::uuid)`)})
      union all
      select next.* from queues last cross join lateral (${nextQueue(sql`(last.tenant_id, last.from_number_id)`)}) next
    ), places as (${queuesOf(places)}), closed as (${queuesOf(closedQueues)})
    select queue.tenant_id, queue.from_number_id, d.chat_id, d.delivery_id as id, d.to_number, d.request_id
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

/** Sends whose process ended before it could say what became of them. */
export async function abandonedSends(db: Queries, { now, limit }: { now: Date; limit: number }): Promise<Send[]> {
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

/** Whether nobody has settled it since. The chat is held. */
export async function isAbandoned(trx: Queries, { tenantId, id }: Send, now: Date): Promise<boolean> {
  const delivery = await trx
    .selectFrom('deliveries')
    .select('deliveryId')
    .where('tenantId', '=', tenantId)
    .where('deliveryId', '=', id)
    .where('leasedUntil', '<', now)
    .executeTakeFirst()
  return delivery !== undefined
}

/** A send that this process has taken, with what Twilio needs to know. */
export type ClaimedSend = Send &
  Pick<StoredDelivery, 'messageId' | 'memberId' | 'updatedOn' | 'part' | 'parts'> & {
    /** Identifies this claim: results of earlier claims are ignored. */
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
      attempts = attempts + 1, updated_at = case when d.status = 'sending' then d.updated_at else ${now} end
    from lines p join tenants t using (tenant_id)
    where not t.suspended and d.tenant_id = ${tenantId} and d.delivery_id = ${id} and d.due_at <= ${now}
      and d.status in ('queued', 'sending') and p.tenant_id = d.tenant_id and p.number_id = d.from_number_id
    returning d.tenant_id, d.chat_id, d.delivery_id as id, d.from_number_id, d.to_number, d.request_id, d.message_id,
      d.member_id, d.updated_at as updated_on, d.posted_at, p.number as from_number, d.body, d.part, d.parts, d.attempts,
      t.allowed_countries,
      exists (
        select from message_media f where f.tenant_id = d.tenant_id and f.message_id = d.message_id) as has_media,
      exists (
        select from opt_outs o
        where o.tenant_id = d.tenant_id and o.line_id = d.from_number_id and o.number = d.to_number
      ) as opted_out`.execute(trx)
  return rows[0] ?? null
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

/**
 * Twilio has it, and reports its outcome by callback, which may already have come. Returns the status; null if a later claim
 * exists, whose reports are the ones that count.
 */
export async function accept(
  trx: Queries,
  claim: Claim,
  { providerSid, checkAt }: { providerSid: string; checkAt: Date },
): Promise<DeliveryStatus | null> {
  const accepted = await trx
    .updateTable('deliveries')
    .set((eb) => ({
      providerSid,
      leasedUntil: null,
      checkAt: eb
        .case()
        .when('status', 'in', ['sending', 'sent', 'unknown'])
        .then(sql<Date>`${checkAt}::timestamptz`)
        .end(),
    }))
    .where(isOfClaim(claim))
    .returning('status')
    .modifyEnd(PREPARED)
    .executeTakeFirst()
  if (accepted) return accepted.status
  await trx
    .updateTable('deliveries')
    .set({ earlierSids: sql`earlier_sids || ${providerSid}::text` })
    .where('tenantId', '=', claim.tenantId)
    .where('deliveryId', '=', claim.id)
    .execute()
  return null
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
