import type { ChatId, MemberId, RejectionReason, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { NotNull } from 'kysely'
import { anyOf, PREPARED } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import type { SignedCall } from '../twilio/index.ts'

/** All parameters of a webhook, each with one value that PostgreSQL can store: see `webhooks/twilio-caller.ts`. */
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

export const nameOf = ({ tenantId, sender }: Sender) => `${tenantId}/${sender}`

/** A text that came in by webhook: kept before it is answered, handled after. */
export type InboundEvent = EventKey & {
  parameters: WebhookParameters
  /** Its webhook was missed; the parameters are from Twilio's list. */
  recovered: boolean
  /** The webhook's. */
  requestId: string | null
}

/** A text that waits to be routed, with its tenant as it is now. */
export type DueEvent = InboundEvent &
  Sender & {
    receivedAt: Date
    /** False while the sender's later texts wait for a retry of its text parts. */
    isDue: boolean
    isSuspended: boolean
    /** The account that the text came by is still the tenant's. */
    isOfAccount: boolean
  }

/** The columns of an {@link InboundEvent}, of a table that the query names `e`. */
const EVENT = ['e.tenantId', 'e.accountSid', 'e.messageSid', 'e.parameters', 'e.recovered', 'e.requestId'] as const

export type NewEvent = InboundEvent &
  Sender & {
    receivedAt: Date
    /** Present if the text may be written to its chat in the same commit. */
    addresses?: { from: string; to: string } | null
    storedAccounts?: SignedCall['storedAccounts']
  }

/** The chat of a text that is stored as processed. Locked: the caller adds its message. */
export type KnownChat = {
  chatId: ChatId
  /** The contact. */
  sentBy: MemberId
  /** The sender is one of the tenant's own lines. */
  isFromLine: boolean
}

/** A text that was not stored before, and its chat if it is known. */
export type NewText = { chat: KnownChat | null }

export type KeptRow = { place: number } & (KnownChat | Record<keyof KnownChat, null>)

/**
 * Stores texts in one statement, at most one of a sender, so that the next one is behind it. Returns null for each that was
 * stored before. Fails if an account has changed since it signed.
 */
export async function keepEvents(db: Queries, events: readonly NewEvent[]): Promise<(NewText | null)[]> {
  const texts = events.map(({ tenantId, accountSid, messageSid, sender, recovered, requestId, ...event }, place) => ({
    place,
    tenant_id: tenantId,
    account_sid: accountSid,
    message_sid: messageSid,
    sender,
    recovered,
    request_id: requestId,
    received_at: event.receivedAt,
    stored_accounts: event.storedAccounts,
    from_number: event.addresses?.from ?? null,
    to_number: event.addresses?.to ?? null,
  }))
  const parameters = events.map((event) => JSON.stringify(event.parameters))
  const { rows } = await sql<KeptRow>`${PREPARED}
    select place, chat_id, sent_by, is_from_line from keep_texts(${JSON.stringify(texts)}, ${parameters}::json[])`.execute(
    db,
  )
  const byPlace = new Map(rows.map(({ place, ...chat }) => [place, { chat: chat.chatId === null ? null : chat }]))
  return events.map((_, place) => byPlace.get(place) ?? null)
}

/** Due and held texts of these senders in the order they were stored, locked until the transaction ends. */
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
      .select(['e.sender', 'e.receivedAt', 't.suspended as isSuspended'])
      .select(({ eb, ref }) =>
        eb('t.accountSid', 'is not distinct from', ref('e.accountSid')).$castTo<boolean>().as('isOfAccount'),
      )
      .select(({ eb }) => eb('e.nextTryAt', '<=', now).$castTo<boolean>().as('isDue'))
      .where('e.processedAt', 'is', null)
      .$narrowType<{ parameters: NotNull }>()
      .where(({ eb, or }) => or([eb('e.nextTryAt', '<=', now), eb('e.attempts', '=', 0)]))
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

/** Postpones an event that could not be handled: retries back off exponentially, so that it never blocks others. */
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

/** Its text parts are tried again after a pause. Unlike a postponed text, it holds the sender's later ones. */
export async function holdEvent(db: Queries, { tenantId, accountSid, messageSid }: EventKey, now: Date): Promise<void> {
  await db
    .updateTable('providerEvents')
    .set({ nextTryAt: new Date(now.getTime() + FIRST_PAUSE_SECONDS * 1000) })
    .where('tenantId', '=', tenantId)
    .where('accountSid', '=', accountSid)
    .where('messageSid', '=', messageSid)
    .where('processedAt', 'is', null)
    .execute()
}

/** Adds data fetched for a text that is not routed yet. */
export async function saveParameters(
  db: Queries,
  { tenantId, accountSid, messageSid }: EventKey,
  parameters: WebhookParameters,
): Promise<void> {
  await db
    .updateTable('providerEvents')
    .set({ parameters: JSON.stringify(parameters) })
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

/** The texts that are already stored. */
export async function keptSids(db: Queries, tenantId: TenantId, sids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('providerEvents')
    .select('messageSid')
    .where('tenantId', '=', tenantId)
    .where('messageSid', '=', anyOf(sids))
    .execute()
  return new Set(rows.map(({ messageSid }) => messageSid))
}
