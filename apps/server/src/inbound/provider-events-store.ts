import type { RejectionReason, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { NotNull } from 'kysely'
import { anyOf, PREPARED } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

/** The parameters of a webhook as they came, every one of them. */
type WebhookParameters = Record<string, string>

/** Identifies a text from a phone, so that it never counts twice. */
export type EventKey = {
  tenantId: TenantId
  accountSid: string
  /** Twilio's id of the text. */
  messageSid: string
}

/** A sender whose texts keep their order. */
export type Sender = { tenantId: TenantId; sender: string }

/** A text that came in by webhook: kept before it is answered, handled after. */
export type InboundEvent = EventKey & {
  parameters: WebhookParameters
  /** Its webhook was missed; the parameters are what Twilio's list says. */
  recovered: boolean
  /** The webhook's. */
  requestId: string | null
}

/** A text whose turn has come, with its tenant as it is now. */
export type DueEvent = InboundEvent & {
  isSuspended: boolean
  /** The account that the text came by is still the tenant's. */
  isOfAccount: boolean
}

/** The columns of an {@link InboundEvent}, of a table that the query names `e`. */
const EVENT = ['e.tenantId', 'e.accountSid', 'e.messageSid', 'e.parameters', 'e.recovered', 'e.requestId'] as const

export type NewEvent = InboundEvent & Sender & { receivedAt: Date }

/**
 * Keeps them all in one commit, one of a sender at most, so that the next one of the sender stands behind it. Answers for
 * each whether it is new: false where the text was kept before.
 */
export async function keepEvents(db: Queries, events: readonly NewEvent[]): Promise<boolean[]> {
  const { rows } = await sql<EventKey>`${PREPARED}
    insert into provider_events
      (tenant_id, account_sid, message_sid, sender, parameters, recovered, request_id, received_at, next_try_at)
    select tenant_id, account_sid, message_sid, sender, parameters, recovered, request_id, received_at, received_at
    from unnest(${events.map(({ tenantId }) => tenantId)}::uuid[],
      ${events.map(({ accountSid }) => accountSid)}::text[], ${events.map(({ messageSid }) => messageSid)}::text[],
      ${events.map(({ sender }) => sender)}::text[], ${events.map(({ parameters }) => JSON.stringify(parameters))}::json[],
      ${events.map(({ recovered }) => recovered)}::boolean[],
      ${events.map(({ requestId }) => requestId)}::uuid[],
      ${events.map(({ receivedAt }) => receivedAt)}::timestamptz[]
    ) as event (tenant_id, account_sid, message_sid, sender, parameters, recovered, request_id, received_at)
    -- One order for all processes, so that none waits in a circle.
    order by tenant_id, account_sid, message_sid
    on conflict (tenant_id, account_sid, message_sid) do nothing
    returning tenant_id, account_sid, message_sid`.execute(db)
  const nameOf = (event: EventKey) => `${event.tenantId}/${event.accountSid}/${event.messageSid}`
  const fresh = new Set(rows.map(nameOf))
  // The same text twice in one batch is new once.
  return events.map((event) => fresh.delete(nameOf(event)))
}

/** Due texts of these senders in the order they were stored, locked until the transaction ends. */
export async function takeEvents(
  trx: Queries,
  { senders, now, limit }: { senders: readonly Sender[]; now: Date; limit: number },
): Promise<DueEvent[]> {
  const theirs = sql`(select * from unnest(${senders.map(({ tenantId }) => tenantId)}::uuid[],
    ${senders.map(({ sender }) => sender)}::text[]))`
  return (
    trx
      .selectFrom('providerEvents as e')
      .innerJoin('tenants as t', 't.tenantId', 'e.tenantId')
      .select(EVENT)
      .select('t.suspended as isSuspended')
      .select(({ eb, ref }) =>
        eb('t.accountSid', 'is not distinct from', ref('e.accountSid')).$castTo<boolean>().as('isOfAccount'),
      )
      .where('e.processedAt', 'is', null)
      .$narrowType<{ parameters: NotNull }>()
      .where('e.nextTryAt', '<=', now)
      .where(sql<boolean>`(e.tenant_id, e.sender) in ${theirs}`)
      .orderBy('e.keptAs')
      .limit(limit)
      // Another process that is at a text of theirs is waited for, so that the next one does not overtake it.
      .forUpdate('e')
      .modifyEnd(PREPARED)
      .execute()
  )
}

/** The outcome of a text, with a reason if it did not reach a chat. */
export type FinishedEvent = { event: EventKey; at: Date; rejectedReason: RejectionReason | null }

export async function finishEvents(trx: Queries, finished: readonly FinishedEvent[]): Promise<void> {
  await sql`${PREPARED}
    update provider_events e set processed_at = finished.at, rejected_reason = finished.reason
    from unnest(${finished.map(({ event }) => event.tenantId)}::uuid[],
      ${finished.map(({ event }) => event.accountSid)}::text[], ${finished.map(({ event }) => event.messageSid)}::text[],
      ${finished.map(({ at }) => at)}::timestamptz[], ${finished.map(({ rejectedReason }) => rejectedReason)}::text[]
    ) as finished (tenant_id, account_sid, message_sid, at, reason)
    where (e.tenant_id, e.account_sid, e.message_sid)
      = (finished.tenant_id, finished.account_sid, finished.message_sid)`.execute(trx)
}

const FIRST_PAUSE_SECONDS = 5
const MAX_PAUSE_SECONDS = 3_600

/** It could not be handled: it is tried again after a pause that doubles, so that it never stands before others. */
export async function postponeEvent(
  db: Queries,
  { tenantId, accountSid, messageSid }: EventKey,
  now: Date,
): Promise<void> {
  await db
    .updateTable('providerEvents')
    .set(({ eb }) => ({
      attempts: eb('attempts', '+', 1),
      nextTryAt: sql`${now}::timestamptz
        + make_interval(secs => least(${MAX_PAUSE_SECONDS}, ${FIRST_PAUSE_SECONDS} * 2 ^ least(attempts, 20)))`,
    }))
    .where('tenantId', '=', tenantId)
    .where('accountSid', '=', accountSid)
    .where('messageSid', '=', messageSid)
    .where('processedAt', 'is', null)
    .execute()
}

/** Senders with due texts, left by a process that ended or by a failure. Longest due first. */
export function waitingSenders(db: Queries, { now, limit }: { now: Date; limit: number }): Promise<Sender[]> {
  return db
    .selectFrom('providerEvents')
    .select(['tenantId', 'sender'])
    .where('processedAt', 'is', null)
    .where('nextTryAt', '<=', now)
    .groupBy(['tenantId', 'sender'])
    .orderBy(({ fn }) => fn.min('nextTryAt'))
    .limit(limit)
    .execute()
}

type RejectedEvent = InboundEvent & { receivedAt: Date; rejectedReason: RejectionReason }

/** Texts that did not reach a chat, newest first. */
export function rejectedEvents(db: Queries, tenantId: TenantId, limit: number): Promise<RejectedEvent[]> {
  return db
    .selectFrom('providerEvents as e')
    .select(EVENT)
    .select(['e.receivedAt', 'e.rejectedReason'])
    .where('e.tenantId', '=', tenantId)
    .where('e.rejectedReason', 'is not', null)
    .where('e.parameters', 'is not', null)
    .orderBy('e.receivedAt', 'desc')
    .limit(limit)
    .$narrowType<{ rejectedReason: NotNull; parameters: NotNull }>()
    .execute()
}

/**
 * Drops the parameters of texts that were routed or rejected before a time, and returns of how many. The rows stay, so that
 * none of these texts counts twice.
 */
export async function dropParameters(
  db: Queries,
  { processedBefore, limit }: { processedBefore: Date; limit: number },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('providerEvents')
    .set({ parameters: null })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('tenantId', 'accountSid', 'messageSid'),
        'in',
        selectFrom('providerEvents')
          .select(['tenantId', 'accountSid', 'messageSid'])
          .where('parameters', 'is not', null)
          .where('processedAt', '<', processedBefore)
          .limit(limit)
          .$asTuple('tenantId', 'accountSid', 'messageSid'),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Those of the texts that are kept already. */
export async function keptSids(db: Queries, tenantId: TenantId, sids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('providerEvents')
    .select('messageSid')
    .where('tenantId', '=', tenantId)
    .where('messageSid', '=', anyOf(sids))
    .execute()
  return new Set(rows.map(({ messageSid }) => messageSid))
}
