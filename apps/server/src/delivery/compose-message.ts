import type { MemberId, MessageId, QuotedMessage } from '@partyline/contract'
import { newestIdOf } from '../chats/index.ts'
import type { WritableChat } from '../chats/index.ts'
import type { StoredFile } from '../media/index.ts'
import { newId } from '../platform/index.ts'
import { idAfter } from '../transcript/index.ts'
import type { DeliveryId, InChat, NewDelivery, NewMessage } from '../transcript/index.ts'
import { ordersForTeam, phonesOf } from './compose-deliveries.ts'
import type { Order } from './compose-deliveries.ts'
import type { Send } from './queue-store.ts'

/** A message from the team: the text for the app, the text for phones, and the stored files. */
export type Words = { text: string; asSent: string; files: readonly StoredFile[]; parent: QuotedMessage | null }

/** A message for a locked chat: behind its last message, to every phone that is in it now. */
export function composeMessage(
  chat: WritableChat,
  { asSent, ...words }: Words,
  from: { author: MemberId; at: Date; requestId: string | null; id?: MessageId },
): NewMessage {
  const { author, at, requestId, id = idAfter<MessageId>(newestIdOf(chat)) } = from
  const unwilling = new Set(chat.members.flatMap(({ number, optedOut }) => (number && optedOut ? [number] : [])))
  const orders = ordersForTeam(asSent, phonesOf(chat), unwilling)
  return {
    id,
    ...words,
    sentOn: at,
    sentBy: author,
    pendingMedia: 0,
    providerSid: null,
    recovered: false,
    automatic: null,
    deliveries: [
      { id: newId<DeliveryId>(), messageId: id, memberId: author, at, status: 'read' },
      ...orders.map((order) =>
        deliveryOf(order, { messageId: id, at, fromNumberId: chat.numberId, dueAt: at, expiresAt: null, requestId }),
      ),
    ],
  }
}

/** The message's texts for the delivery worker. */
export function sendsOf({ tenantId, chatId }: InChat, { id: messageId, deliveries, files }: NewMessage): Send[] {
  return deliveries.flatMap((delivery) => {
    if (delivery.status !== 'queued') return []
    const { id, fromNumberId, toNumber, requestId, part } = delivery
    const hasMedia = files.length > 0 && part === 1
    return [{ tenantId, chatId, messageId, id, fromNumberId, toNumber, requestId, hasMedia }]
  })
}

/** The contacts whom a message is texted to, in the order of their ids. */
export function recipientsOf({ deliveries }: NewMessage): MemberId[] {
  const texted = deliveries.filter(({ status }) => status === 'queued').map(({ memberId }) => memberId)
  return [...new Set(texted)].toSorted()
}

/** The phones that a message goes to. */
export function textedBy({ deliveries }: NewMessage): string[] {
  return deliveries.flatMap((delivery) => (delivery.status === 'queued' ? delivery.toNumber : []))
}

type Addressed = { messageId: MessageId; at: Date } & Pick<
  Extract<NewDelivery, { status: 'queued' }>,
  'fromNumberId' | 'dueAt' | 'expiresAt' | 'requestId'
>

export function deliveryOf(order: Order, addressed: Addressed): NewDelivery {
  const { messageId, at, ...send } = addressed
  const delivery = { id: newId<DeliveryId>(), messageId, at, ...order }
  return delivery.status === 'queued' ? { ...delivery, ...send } : delivery
}
