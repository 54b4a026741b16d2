import type { RejectionReason, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { PREPARED } from '../../platform/index.ts'
import type { Queries } from '../../platform/index.ts'

/** The parameters of a webhook as they came, every one of them. */
type WebhookParameters = Record<string, string>

/** What names a text from a phone: the same one never counts twice. */
export type EventKey = {
  tenantId: TenantId
  accountSid: string
  /** Twilio's id of the text. */
  messageSid: string
}

/** Whose texts keep their order. */
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
const EVENT = sql.raw(`e.tenant_id as "tenantId", e.account_sid as "accountSid", e.message_sid as "messageSid",
  e.parameters, e.recovered, e.request_id as "requestId"`)

const isEvent = ({ tenantId, accountSid, messageSid }: EventKey) =>
  sql`tenant_id = ${tenantId} and account_sid = ${accountSid} and message_sid = ${messageSid}`

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
    returning tenant_id as "tenantId", account_sid as "accountSid", message_sid as "messageSid"`.execute(db)
  const nameOf = (event: EventKey) => `${event.tenantId}/${event.accountSid}/${event.messageSid}`
  const fresh = new Set(rows.map(nameOf))
  // The same text twice in one batch is new once.
  return events.map((event) => fresh.delete(nameOf(event)))
}

/** What waits of these senders and is due, in the order in which it was kept; held until the transaction ends. */
export async function takeEvents(
  trx: Queries,
  { senders, now, limit }: { senders: readonly Sender[]; now: Date; limit: number },
): Promise<DueEvent[]> {
  const { rows } = await sql<DueEvent>`${PREPARED}
    select ${EVENT}, t.suspended as "isSuspended", t.account_sid is not distinct from e.account_sid as "isOfAccount"
    from provider_events e join tenants t using (tenant_id)
    where e.processed_at is null and e.next_try_at <= ${now} and (e.tenant_id, e.sender) in (
      select * from unnest(${senders.map(({ tenantId }) => tenantId)}::uuid[],
        ${senders.map(({ sender }) => sender)}::text[]))
    order by e.kept_as
    limit ${limit}
    -- Another process that is at a text of theirs is waited for, so that the next one does not overtake it.
    for update of e`.execute(trx)
  return rows
}

/** What became of a text; with a reason where it went into no chat. */
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
const MOST_PAUSE_SECONDS = 3_600

/** It could not be handled: it is tried again after a pause that doubles, so that it never stands before others. */
export async function postponeEvent(db: Queries, event: EventKey, now: Date): Promise<void> {
  await sql`
    update provider_events set attempts = attempts + 1, next_try_at = ${now}::timestamptz
      + make_interval(secs => least(${MOST_PAUSE_SECONDS}, ${FIRST_PAUSE_SECONDS} * 2 ^ least(attempts, 20)))
    where ${isEvent(event)} and processed_at is null`.execute(db)
}

/** Who has texts that are due, because the process ended in between or something failed. Longest due first. */
export async function waitingSenders(db: Queries, { now, limit }: { now: Date; limit: number }): Promise<Sender[]> {
  const { rows } = await sql<Sender>`
    select tenant_id as "tenantId", sender from provider_events
    where processed_at is null and next_try_at <= ${now}
    group by tenant_id, sender
    order by min(next_try_at)
    limit ${limit}`.execute(db)
  return rows
}

type RejectedEvent = InboundEvent & { receivedAt: Date; rejectedReason: RejectionReason }

/** What went into no chat, newest first. */
export async function rejectedEvents(db: Queries, tenantId: TenantId, limit: number): Promise<RejectedEvent[]> {
  const { rows } = await sql<RejectedEvent>`
    select ${EVENT}, received_at as "receivedAt", rejected_reason as "rejectedReason" from provider_events e
    where tenant_id = ${tenantId} and rejected_reason is not null
    order by received_at desc
    limit ${limit}`.execute(db)
  return rows
}

/** Those of the texts that are kept already. */
export async function keptSids(db: Queries, tenantId: TenantId, sids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ sid: string }>`
    select message_sid as sid from provider_events
    where tenant_id = ${tenantId} and message_sid = any(${sids})`.execute(db)
  return new Set(rows.map(({ sid }) => sid))
}
