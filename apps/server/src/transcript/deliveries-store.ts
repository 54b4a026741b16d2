import type { ChatId, DeliveryStatus, FileId, MemberId, MessageId, NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'
import type { DeliveryId, Tables } from '../../database/index.ts'
import { isGoodNews, oneForEachMember, REPEATABLE, statusesBefore } from './delivery-status.ts'
import type { InChat } from './messages-store.ts'
import type { StoredFile } from '../media/index.ts'
import { anyOf, PREPARED } from '../platform/index.ts'
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
  /** It failed, and a person dismissed the failure. */
  dismissed: boolean
  fromNumberId: NumberId | null
  toNumber: string | null
  /** The text as the phone gets it, or its part. */
  body: string | null
  /** Counts from 1. Only a relayed text has several parts: with the writer's name, it may exceed Twilio's limit. */
  part: number
  parts: number
  providerSid: string | null
  /** SIDs of earlier sends that failed, before a person sent it again. Reports about them are ignored. */
  earlierSids: string[]
  attempts: number
  /** When it was last handed to Twilio. */
  postedAt: Date | null
  /** The request that last asked for it. */
  requestId: string | null
}

/** A member's delivery record, as others see it. */
export type MemberRecord = Pick<
  StoredDelivery,
  'messageId' | 'memberId' | 'status' | 'updatedOn' | 'errorCode' | 'errorText' | 'dismissed'
>

/** A member's first delivery record. Only a `queued` one names its destination; null: not before it is released. */
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
      /** It is not sent after this time. Null: no limit. */
      expiresAt: Date | null
      requestId: string | null
    }
)

/** A change of status. Absent fields stay unchanged; a delivery without `dueAt` leaves the queue. */
export type DeliveryMove = {
  id: DeliveryId
  status: DeliveryStatus
  at: Date
  providerSid?: string
  errorCode?: number
  errorText?: string
  dueAt?: Date
  /** When to ask Twilio for the outcome next; null: no longer. Final statuses are never checked. */
  checkAt?: Date | null
  /** When Twilio reported this by callback. */
  callbackAt?: Date
}

const COLUMNS = [
  'tenantId',
  'deliveryId as id',
  'messageId',
  'chatId',
  'memberId',
  'status',
  'updatedAt as updatedOn',
  'errorCode',
  'errorText',
  'fromNumberId',
  'toNumber',
  'body',
  'part',
  'parts',
  'providerSid',
  'earlierSids',
  'attempts',
  'postedAt',
  'requestId',
] as const

const dismissed = (eb: ExpressionBuilder<Tables, 'deliveries'>) =>
  eb('dismissedAt', 'is not', null).$castTo<boolean>().as('dismissed')

const selectDeliveries = (db: Queries) => db.selectFrom('deliveries').select(COLUMNS).select(dismissed)

/** A member has one record of a message: the first one stays. */
export async function insertDeliveries(trx: Queries, { tenantId, chatId }: InChat, deliveries: readonly NewDelivery[]) {
  if (deliveries.length === 0) return
  const rows = deliveries.map((delivery) => {
    const send = delivery.status === 'queued' ? delivery : null
    return {
      tenantId,
      deliveryId: delivery.id,
      messageId: delivery.messageId,
      chatId,
      memberId: delivery.memberId,
      status: delivery.status,
      updatedAt: delivery.at,
      errorText: delivery.status === 'skipped' ? delivery.errorText : null,
      fromNumberId: send?.fromNumberId ?? null,
      toNumber: send?.toNumber ?? null,
      body: send?.body ?? null,
      part: send?.part ?? 1,
      parts: send?.parts ?? 1,
      dueAt: send?.dueAt ?? null,
      expiresAt: send?.expiresAt ?? null,
      requestId: send?.requestId ?? null,
    }
  })
  await trx
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['tenantId', 'messageId', 'memberId', 'part']).doNothing())
    .execute()
}

/** A delivery that moved, with the list fields of its chat after all moves of the statement. */
export type MovedDelivery = InChat & {
  /** The index of the move. */
  place: number
  deliveryId: DeliveryId
  requestId: string | null
  /** The member's: one for each part of the text. */
  records: MemberRecord[]
  version: number
  hasUnread: boolean
  /** The chat's, if it may have changed. */
  failedCount: number | null
  /** A new failure reopened the chat, which was done or snoozed. */
  reopened: boolean
}

/**
 * Advances statuses and the version of their chats, in one statement, of each delivery one at most. Returns those that moved:
 * a move of a delivery that does not exist or would not advance came too late.
 */
export async function moveDeliveries(db: Queries, moves: readonly (InChat & DeliveryMove)[]): Promise<MovedDelivery[]> {
  const given = moves.map(({ tenantId, chatId, ...move }, place) => ({
    place,
    tenant_id: tenantId,
    chat_id: chatId,
    ...moveRowOf(move),
  }))
  const { rows } = await sql<MovedDelivery>`${PREPARED}
    select place, tenant_id, chat_id, delivery_id, request_id, records, version, has_unread, failed_count, reopened
    from advance_deliveries(${JSON.stringify(given)})`.execute(db)
  return rows
}

/** A move in the terms of the function `advance_deliveries`. */
export function moveRowOf({ id, status, at, checkAt, ...move }: DeliveryMove) {
  return {
    delivery_id: id,
    status,
    moves_from: statusesBefore(status),
    is_good: isGoodNews(status),
    updated_at: at,
    due_at: move.dueAt,
    provider_sid: move.providerSid,
    error_code: move.errorCode,
    error_text: move.errorText,
    keeps_check: checkAt === undefined,
    check_at: checkAt,
    callback_at: move.callbackAt,
  }
}

/**
 * Queues it again as if it were new. Null if there is nothing to resend, so that
 * two clicks make one send. Sends with an expiry are never resent.
 */
export async function requeueDelivery(
  trx: Queries,
  tenantId: TenantId,
  { id, at, requestId }: Pick<StoredDelivery, 'id' | 'requestId'> & { at: Date },
): Promise<StoredDelivery | null> {
  const row = await trx
    .updateTable('deliveries')
    .set({
      status: 'queued',
      updatedAt: at,
      dueAt: at,
      leasedUntil: null,
      checkAt: null,
      attempts: 0,
      errorCode: null,
      errorText: null,
      providerSid: null,
      postedAt: null,
      callbackAt: null,
      dismissedAt: null,
      requestId,
      earlierSids: sql`case when provider_sid is null then earlier_sids else earlier_sids || provider_sid end`,
    })
    .where('tenantId', '=', tenantId)
    .where('deliveryId', '=', id)
    .where('status', '=', anyOf(REPEATABLE))
    .where('toNumber', 'is not', null)
    .where('expiresAt', 'is', null)
    .returning(COLUMNS)
    .returning(dismissed)
    .executeTakeFirst()
  return row ?? null
}

/** Dismisses failures on behalf of a person. Returns whether there were any. */
export async function dismissFailures(
  trx: Queries,
  tenantId: TenantId,
  { messageId, at }: { messageId: MessageId; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('deliveries')
    .set({ dismissedAt: at })
    .where('tenantId', '=', tenantId)
    .where('messageId', '=', messageId)
    .where('status', '=', anyOf(REPEATABLE))
    .where('dismissedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Delivery records of the phones, one per part. */
export function deliveriesToPhones(db: Queries, tenantId: TenantId, messageId: MessageId): Promise<StoredDelivery[]> {
  return selectDeliveries(db)
    .where('tenantId', '=', tenantId)
    .where('messageId', '=', messageId)
    .where('toNumber', 'is not', null)
    .orderBy('deliveryId')
    .execute()
}

export async function findDelivery(db: Queries, tenantId: TenantId, id: DeliveryId): Promise<StoredDelivery | null> {
  const row = await selectDeliveries(db)
    .where('tenantId', '=', tenantId)
    .where('deliveryId', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** The member's delivery record, merged if the text was sent in parts. */
export async function deliveryOfMember(
  db: Queries,
  delivery: MemberRecord & Pick<StoredDelivery, 'tenantId' | 'parts'>,
): Promise<MemberRecord> {
  if (delivery.parts === 1) return delivery
  const { tenantId, messageId, memberId } = delivery
  const parts = await deliveriesToPhones(db, tenantId, messageId)
  return oneForEachMember(parts).find((one) => one.memberId === memberId) ?? delivery
}

/** A file on its way to a phone. Null if the delivery is final, or was attempted again. */
export async function fileOnItsWay(
  db: Queries,
  {
    tenantId,
    deliveryId,
    fileId,
    postedAt,
  }: { tenantId: TenantId; deliveryId: DeliveryId; fileId: FileId; postedAt: Date },
): Promise<StoredFile | null> {
  const file = await db
    .selectFrom('deliveries as d')
    .innerJoin('messageMedia as mm', (join) =>
      join.onRef('mm.tenantId', '=', 'd.tenantId').onRef('mm.messageId', '=', 'd.messageId'),
    )
    .innerJoin('files as f', (join) => join.onRef('f.tenantId', '=', 'mm.tenantId').onRef('f.fileId', '=', 'mm.fileId'))
    .select(['f.fileId', 'f.directory', 'f.fileName', 'f.contentType', 'f.length', 'f.width', 'f.height'])
    .where('d.tenantId', '=', tenantId)
    .where('d.deliveryId', '=', deliveryId)
    .where('f.fileId', '=', fileId)
    .where('d.postedAt', '=', postedAt)
    .where('d.status', 'in', ['sending', 'sent', 'unknown'])
    .executeTakeFirst()
  return file ?? null
}
