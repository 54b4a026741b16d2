import type { ChatId, DeliveryStatus, MemberId, MessageId, NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { DeliveryId } from './delivery-id.ts'
import { oneForEachMember } from './delivery-parts.ts'
import { isGoodNews, REPEATABLE, statusesBefore } from './delivery-status.ts'
import type { InChat } from './messages-store.ts'
import { PREPARED } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

/** A row of the delivery queue, and of what people have read. */
export type StoredDelivery = {
  tenantId: TenantId
  id: DeliveryId
  messageId: MessageId
  chatId: ChatId
  memberId: MemberId
  status: DeliveryStatus
  updatedOn: Date
  errorCode: number | null
  errorText: string | null
  /** It failed, and a person decided that nothing more has to be done. */
  dismissed: boolean
  fromNumberId: NumberId | null
  toNumber: string | null
  /** The text as the phone gets it, or its part. */
  body: string | null
  /** Counts from 1. A text that is too long for one SMS has a row for each of its parts. */
  part: number
  parts: number
  providerSid: string | null
  /** Of sends that failed before a person sent it again: what is reported of them is no news any more. */
  earlierSids: string[]
  attempts: number
  /** When it was handed to Twilio last. */
  postedAt: Date | null
  /** The request that it was last asked for by. */
  requestId: string | null
}

/** What a member knows of a message, as others see it. */
export type MemberRecord = Pick<
  StoredDelivery,
  'messageId' | 'memberId' | 'status' | 'updatedOn' | 'errorCode' | 'errorText' | 'dismissed'
>

/** What a member knows of a message from the start. Only a `queued` one names where it goes; null: not before it is released. */
export type NewDelivery = {
  id: DeliveryId
  messageId: MessageId
  memberId: MemberId
  at: Date
} & (
  | { status: 'read' }
  | { status: 'skipped'; errorText: string }
  | {
      status: 'queued'
      fromNumberId: NumberId
      toNumber: string
      body: string
      part: number
      parts: number
      dueAt: Date | null
      requestId: string | null
    }
)

/** How a status moves on. What is left out stays as it is, and a delivery without `dueAt` leaves the queue. */
export type DeliveryMove = {
  id: DeliveryId
  status: DeliveryStatus
  at: Date
  providerSid?: string
  errorCode?: number
  errorText?: string
  dueAt?: Date
  /** When Twilio is asked next what became of it; null: not any more. Nobody asks about a final status. */
  checkAt?: Date | null
  /** When Twilio reported this by itself. */
  callbackAt?: Date
}

const DELIVERY = sql.raw(`tenant_id as "tenantId", delivery_id as id, message_id as "messageId", chat_id as "chatId",
  member_id as "memberId", status, updated_on as "updatedOn", error_code as "errorCode", error_text as "errorText",
  from_number_id as "fromNumberId", to_number as "toNumber", body, part, parts, provider_sid as "providerSid", earlier_sids as "earlierSids",
  attempts, posted_at as "postedAt", request_id as "requestId", dismissed_at is not null as dismissed`)

/** A member has one record of a message: the first one stays. */
export async function insertDeliveries(trx: Queries, { tenantId, chatId }: InChat, deliveries: readonly NewDelivery[]) {
  if (deliveries.length === 0) return
  const rows = deliveries.map((delivery) => {
    const send = delivery.status === 'queued' ? delivery : null
    const errorText = delivery.status === 'skipped' ? delivery.errorText : null
    return sql`(${tenantId}, ${delivery.id}, ${delivery.messageId}, ${chatId}, ${delivery.memberId}, ${delivery.status},
      ${delivery.at}::timestamptz, ${errorText}, ${send?.fromNumberId ?? null}::uuid, ${send?.toNumber ?? null},
      ${send?.body ?? null}, ${send?.part ?? 1}::smallint, ${send?.parts ?? 1}::smallint,
      ${send?.dueAt ?? null}::timestamptz, ${send?.requestId ?? null}::uuid)`
  })
  await sql`
    insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_on, error_text,
      from_number_id, to_number, body, part, parts, due_at, request_id)
    values ${sql.join(rows)}
    on conflict (tenant_id, message_id, member_id, part) do nothing`.execute(trx)
}

/** Moves a status up. Null where the delivery stands where it stays, or does not exist: the news came too late. */
export async function moveDelivery(trx: Queries, tenantId: TenantId, move: DeliveryMove) {
  const checkAt = move.checkAt === undefined ? sql`check_at` : sql`${move.checkAt}::timestamptz`
  const { rows } = await sql<StoredDelivery & { statusBefore: DeliveryStatus }>`${PREPARED}
    update deliveries set
      status = ${move.status}, updated_on = ${move.at}, due_at = ${move.dueAt ?? null}::timestamptz, leased_until = null,
      provider_sid = coalesce(${move.providerSid ?? null}, provider_sid),
      error_code = case when ${isGoodNews(move.status)} then null
        else coalesce(${move.errorCode ?? null}::integer, error_code) end,
      error_text = case when ${isGoodNews(move.status)} then null else coalesce(${move.errorText ?? null}, error_text) end,
      check_at = ${checkAt},
      callback_at = coalesce(${move.callbackAt ?? null}::timestamptz, callback_at)
    where tenant_id = ${tenantId} and delivery_id = ${move.id} and status = any(${statusesBefore(move.status)})
    returning ${DELIVERY}, (select before.status from deliveries before
      where before.tenant_id = ${tenantId} and before.delivery_id = ${move.id}) as "statusBefore"`.execute(trx)
  return rows[0] ?? null
}

/**
 * A person sends it again: it stands in the queue as if it were new. Null where there is nothing to repeat, so that
 * two clicks make one send.
 */
export async function requeueDelivery(
  trx: Queries,
  tenantId: TenantId,
  { id, at, requestId }: Pick<StoredDelivery, 'id' | 'requestId'> & { at: Date },
): Promise<StoredDelivery | null> {
  const { rows } = await sql<StoredDelivery>`
    update deliveries set
      status = 'queued', updated_on = ${at}, due_at = ${at}, leased_until = null, check_at = null, attempts = 0,
      error_code = null, error_text = null, provider_sid = null, posted_at = null, callback_at = null, dismissed_at = null,
      request_id = ${requestId}::uuid,
      earlier_sids = case when provider_sid is null then earlier_sids else earlier_sids || provider_sid end
    where tenant_id = ${tenantId} and delivery_id = ${id}
      and status = any(${REPEATABLE}) and to_number is not null
    returning ${DELIVERY}`.execute(trx)
  return rows[0] ?? null
}

/** A person decides that nothing more has to be done about what failed. Whether there was anything. */
export async function dismissFailures(
  trx: Queries,
  tenantId: TenantId,
  { messageId, at }: { messageId: MessageId; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update deliveries set dismissed_at = ${at}
    where tenant_id = ${tenantId} and message_id = ${messageId} and status = any(${REPEATABLE}) and dismissed_at is null
    returning delivery_id`.execute(trx)
  return rows.length > 0
}

/**
 * Whose report it is: of the delivery that owns the SID, otherwise of the one that is named. One statement, so that
 * both are seen as they were at one moment.
 */
export async function findReported(
  db: Queries,
  tenantId: TenantId,
  { id, sid }: { id: DeliveryId; sid: string },
): Promise<StoredDelivery | null> {
  const { rows } = await sql<StoredDelivery>`${PREPARED}
    select ${DELIVERY} from deliveries
    where tenant_id = ${tenantId} and (provider_sid = ${sid} or delivery_id = ${id})
    order by provider_sid is not distinct from ${sid} desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** What the phones know of a message, each part by itself. */
export async function deliveriesToPhones(db: Queries, tenantId: TenantId, messageId: MessageId) {
  const { rows } = await sql<StoredDelivery>`
    select ${DELIVERY} from deliveries
    where tenant_id = ${tenantId} and message_id = ${messageId} and to_number is not null
    order by delivery_id`.execute(db)
  return rows
}

export async function findDelivery(db: Queries, tenantId: TenantId, id: DeliveryId): Promise<StoredDelivery | null> {
  const { rows } = await sql<StoredDelivery>`
    select ${DELIVERY} from deliveries where tenant_id = ${tenantId} and delivery_id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** What the member knows of the message: one record, also where the text went out in parts. */
export async function deliveryOfMember(
  db: Queries,
  delivery: MemberRecord & Pick<StoredDelivery, 'tenantId' | 'parts'>,
): Promise<MemberRecord> {
  if (delivery.parts === 1) return delivery
  const { tenantId, messageId, memberId } = delivery
  const parts = await deliveriesToPhones(db, tenantId, messageId)
  return oneForEachMember(parts).find((one) => one.memberId === memberId) ?? delivery
}
