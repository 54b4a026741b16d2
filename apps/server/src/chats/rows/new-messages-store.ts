import type { ChatId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/index.ts'
import type { NewDelivery, NewMessage } from '../../transcript/index.ts'
import type { RepeatableRequest } from '../idempotency/idempotency-store.ts'
import { SETTLED } from './list-fields-store.ts'
import type { Settled } from './list-fields-store.ts'

/** A message for a held chat, and the request that brought it, where its sender may repeat it. */
export type NewMessageIn = {
  tenantId: TenantId
  chatId: ChatId
  message: NewMessage
  request?: RepeatableRequest | null
}

/** Writes messages, their media, deliveries and idempotency keys, and the chats' list fields, in one round trip. */
export async function insertMessages(trx: Queries, added: readonly NewMessageIn[]): Promise<Settled[]> {
  if (added.length === 0) return []
  const { rows } = await sql<Settled>`
    select ${SETTLED} from add_messages(${JSON.stringify(added.map(entryOf))})`.execute(trx)
  return rows
}

/** In the columns of the tables, as the function `add_messages` reads them. */
function entryOf({ tenantId, chatId, message, request }: NewMessageIn) {
  const { id, text, sentOn, sentBy, parent, providerSid, recovered, files, deliveries } = message
  return {
    message: {
      tenant_id: tenantId,
      chat_id: chatId,
      message_id: id,
      text,
      sent_on: sentOn,
      sent_by: sentBy,
      parent_id: parent?.id ?? null,
      provider_sid: providerSid,
      recovered,
    },
    deliveries: deliveries.map(deliveryRowOf),
    files: files.map(({ fileId }) => fileId),
    ...(request && { request: requestRowOf(request) }),
  }
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

function requestRowOf({ userId, call, key, fingerprint }: RepeatableRequest) {
  return { user_id: userId, call, key, fingerprint: fingerprint.toString('hex') }
}
