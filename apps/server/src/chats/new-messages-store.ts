import type { ChatId, MemberId, MessageId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { PREPARED, THEN_COMMIT } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import type { NewDelivery, NewMessage, PendingMessage } from '../transcript/index.ts'
import type { NewChatChange } from './chats-events.ts'
import type { RepeatableRequest } from './idempotency-store.ts'
import type { ListFields, PendingFields } from './list-fields-store.ts'
import { isCurrent } from './stored-chat.ts'
import type { WritableChat } from './stored-chat.ts'

/** A message's effect on its chat, except list fields. The message's `chat` already has the new state. */
export type MessageEffect = { changes: readonly NewChatChange[]; by: MemberId | null }

/** A message for a locked chat, and its request, if the sender may repeat it. */
export type NewMessageIn = {
  chat: WritableChat
  message: NewMessage
  request?: RepeatableRequest | null
  /** The unread count of an unclaimed chat, with this inbound text. */
  unclaimedCount?: number
  effect?: MessageEffect | null
}

/** The list fields of a chat with a new message. */
export type ListFieldsWithMessage = ListFields & {
  /** By team member whose count the message raised. */
  unreadCounts: Record<string, number>
}

/** Changes of a tenant's pending messages in the same transaction as its messages. */
export type PendingChanges = {
  tenantId: TenantId
  added: readonly { message: PendingMessage; request: RepeatableRequest | null }[]
  canceled: readonly MessageId[]
  /** The chats whose pending messages changed, with the current ones. */
  left: ReadonlyMap<ChatId, readonly PendingMessage[]>
}

/**
 * Writes messages, their media, deliveries and idempotency keys, and the chats' list fields, in one statement. If it is the last
 * one of the transaction, it commits.
 */
export async function insertMessages(
  trx: Queries,
  added: readonly NewMessageIn[],
  { isLast = false } = {},
): Promise<ListFieldsWithMessage[]> {
  if (added.length === 0) return []
  const { messages, media, deliveries, requests } = rowsOf(added)
  const { rows } = await sql<ListFieldsWithMessage>`${PREPARED}
    select version, message_count, has_unread, unread_counts
    from add_messages(${messages}, ${media}, ${deliveries}, ${JSON.stringify(requests)})
    ${isLast ? THEN_COMMIT : sql``}`.execute(trx)
  return rows
}

type Written = { messages: ListFieldsWithMessage[]; chats: PendingFields[] }

/** The same along with pending messages, also in one statement. */
export async function writeMessages(
  trx: Queries,
  added: readonly NewMessageIn[],
  { tenantId, added: waiting, canceled, left, isLast = false }: PendingChanges & { isLast?: boolean },
): Promise<Written> {
  const { messages, media, deliveries, requests } = rowsOf(added)
  const answered = waiting.flatMap(({ message: { id, writtenAt }, request }) =>
    requestRowsOf(request, { id, at: writtenAt }),
  )
  const { rows } = await sql<{ written: Written }>`${PREPARED}
    select write_messages(${tenantId}, ${messages}, ${media}, ${deliveries},
      ${JSON.stringify([...requests, ...answered])}, ${JSON.stringify(waiting.map(pendingRowOf))},
      ${JSON.stringify(waiting.flatMap(({ message }) => mediaRowsOf(message)))}, ${canceled},
      ${[...left.keys()]}) as written
    ${isLast ? THEN_COMMIT : sql``}`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('The database did not say what it has written.')
  return row.written
}

/** In the columns of the tables. */
function rowsOf(added: readonly NewMessageIn[]) {
  return {
    messages: JSON.stringify(added.map(messageRowOf)),
    media: JSON.stringify(
      added.flatMap(({ chat: { tenantId }, message }) =>
        mediaRowsOf(message).map((row) => ({ ...row, tenant_id: tenantId, sent_at: message.sentOn })),
      ),
    ),
    deliveries: JSON.stringify(added.flatMap(deliveryRowsOf)),
    requests: added.flatMap(({ message: { id, sentOn }, request }) => requestRowsOf(request, { id, at: sentOn })),
  }
}

function messageRowOf({ chat, message, unclaimedCount }: NewMessageIn) {
  const { id, text, sentOn, sentBy, parent, providerSid, recovered, automatic } = message
  return {
    tenant_id: chat.tenantId,
    message_id: id,
    chat_id: chat.chatId,
    text,
    sent_at: sentOn,
    sent_by: sentBy,
    parent_id: parent?.id ?? null,
    provider_sid: providerSid,
    recovered,
    automatic,
    list_rank: rankWith(message, chat),
    unclaimed_count: unclaimedCount ?? null,
    // Null would leave it as it is.
    waiting_since: chat.waitingSince ?? '-infinity',
  }
}

/** The same as chat_list_rank in the database, without counting there: 1 while someone in the chat has no record. */
function rankWith({ deliveries }: NewMessage, { members }: WritableChat): 0 | 1 {
  const records = deliveries.filter((delivery) => delivery.status !== 'queued' || delivery.part === 1)
  const people = members.filter((member) => isCurrent(member) && !member.isPersonDisabled)
  return records.length < people.length ? 1 : 0
}

function mediaRowsOf({ id, files }: Pick<NewMessage, 'id' | 'files'>) {
  return files.map(({ fileId }, index) => ({ message_id: id, position: index + 1, file_id: fileId }))
}

function deliveryRowsOf({ chat: { tenantId, chatId }, message }: NewMessageIn) {
  const ofMessage = { tenant_id: tenantId, message_id: message.id, chat_id: chatId, updated_at: message.sentOn }
  return message.deliveries.map((delivery) => ({ ...ofMessage, ...deliveryRowOf(delivery) }))
}

function deliveryRowOf(delivery: NewDelivery) {
  const { id, memberId, status } = delivery
  const row = { delivery_id: id, member_id: memberId, status, part: 1, parts: 1 }
  if (status === 'skipped') return { ...row, error_text: delivery.errorText }
  if (status === 'read') return row
  const { fromNumberId, toNumber, body, part, parts, dueAt, expiresAt, requestId } = delivery
  const send = { from_number_id: fromNumberId, to_number: toNumber, body, part, parts }
  return { ...row, ...send, due_at: dueAt, expires_at: expiresAt, request_id: requestId }
}

function requestRowsOf(request: RepeatableRequest | null | undefined, { id, at }: { id: MessageId; at: Date }) {
  if (!request) return []
  const { tenantId, userId, call, key, fingerprint } = request
  const result = { result_id: id, created_at: at }
  return [{ tenant_id: tenantId, user_id: userId, call, key, fingerprint: fingerprint.toString('hex'), ...result }]
}

function pendingRowOf({ message }: PendingChanges['added'][number]) {
  return {
    message_id: message.id,
    chat_id: message.chatId,
    number_id: message.numberId,
    state: message.state,
    text: message.text,
    parent_id: message.parent?.id ?? null,
    recipients: message.recipients,
    written_by: message.writtenBy,
    written_at: message.writtenAt,
    send_at: message.sendAt,
    cancel_on_reply: message.cancelOnReply,
    opens_chat: message.opensChat,
    request_id: message.requestId,
  }
}
