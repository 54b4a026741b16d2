import { sql } from 'kysely'
import { PREPARED } from '../../platform/index.ts'
import type { Queries } from '../../platform/index.ts'
import type { NewDelivery, NewMessage } from '../../transcript/index.ts'
import type { RepeatableRequest } from '../idempotency/idempotency-store.ts'
import { SETTLED } from './list-fields-store.ts'
import type { Settled } from './list-fields-store.ts'
import { isCurrent } from './stored-chat.ts'
import type { WritableChat } from './stored-chat.ts'

/** A message for a held chat, and the request that brought it, where its sender may repeat it. */
export type NewMessageIn = {
  chat: WritableChat
  message: NewMessage
  request?: RepeatableRequest | null
  /** Of an inbound text in an unclaimed chat: the chat's count with it. */
  unclaimedCount?: number
}

/** Writes messages, their media, deliveries and idempotency keys, and the chats' list fields, in one round trip. */
export async function insertMessages(trx: Queries, added: readonly NewMessageIn[]): Promise<Settled[]> {
  if (added.length === 0) return []
  // In the columns of the tables.
  const messages = JSON.stringify(added.map(messageRowOf))
  const media = JSON.stringify(added.flatMap(mediaRowsOf))
  const deliveries = JSON.stringify(added.flatMap(deliveryRowsOf))
  const requests = JSON.stringify(added.flatMap(requestRowsOf))
  const { rows } = await sql<Settled>`${PREPARED}
    select ${SETTLED} from add_messages_at_once(${messages}, ${media}, ${deliveries}, ${requests})`.execute(trx)
  await countUnclaimed(trx, added)
  return rows
}

async function countUnclaimed(trx: Queries, added: readonly NewMessageIn[]) {
  const counts = new Map(added.flatMap(({ chat, unclaimedCount }) => (unclaimedCount ? [[chat, unclaimedCount]] : [])))
  for (const [{ tenantId, chatId }, count] of counts) {
    await sql`
      update chats set unclaimed_count = ${count} where tenant_id = ${tenantId} and chat_id = ${chatId}`.execute(trx)
  }
}

function messageRowOf({ chat, message }: NewMessageIn) {
  const { id, text, sentOn, sentBy, parent, providerSid, recovered } = message
  return {
    tenant_id: chat.tenantId,
    message_id: id,
    chat_id: chat.chatId,
    text,
    sent_on: sentOn,
    sent_by: sentBy,
    parent_id: parent?.id ?? null,
    provider_sid: providerSid,
    recovered,
    list_rank: rankWith(message, chat),
  }
}

/** As rank_of_chat in the database, which would have to count them: 1 while somebody in the chat has no record. */
function rankWith({ deliveries }: NewMessage, { members }: WritableChat): 0 | 1 {
  const records = deliveries.filter((delivery) => delivery.status !== 'queued' || delivery.part === 1)
  const people = members.filter((member) => isCurrent(member) && !member.isPersonDisabled)
  return records.length < people.length ? 1 : 0
}

function mediaRowsOf({ chat, message }: NewMessageIn) {
  return message.files.map(({ fileId }, index) => ({
    tenant_id: chat.tenantId,
    message_id: message.id,
    position: index + 1,
    file_id: fileId,
  }))
}

function deliveryRowsOf({ chat: { tenantId, chatId }, message }: NewMessageIn) {
  const ofMessage = { tenant_id: tenantId, message_id: message.id, chat_id: chatId, updated_on: message.sentOn }
  return message.deliveries.map((delivery) => ({ ...ofMessage, ...deliveryRowOf(delivery) }))
}

function deliveryRowOf(delivery: NewDelivery) {
  const { id, memberId, status } = delivery
  const row = { delivery_id: id, member_id: memberId, status, part: 1, parts: 1 }
  if (status === 'skipped') return { ...row, error_text: delivery.errorText }
  if (status === 'read') return row
  const { fromNumberId, toNumber, body, part, parts, dueAt, requestId } = delivery
  const send = { from_number_id: fromNumberId, to_number: toNumber, body, part, parts }
  return { ...row, ...send, due_at: dueAt, request_id: requestId }
}

function requestRowsOf({ chat: { tenantId }, message, request }: NewMessageIn) {
  if (!request) return []
  const { userId, call, key, fingerprint } = request
  const result = { result_id: message.id, created_at: message.sentOn }
  return [{ tenant_id: tenantId, user_id: userId, call, key, fingerprint: fingerprint.toString('hex'), ...result }]
}
