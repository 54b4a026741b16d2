import type { MemberId, MessageId, QuotedMessage } from '@partyline/contract'
import { timeAfter } from '../chats/index.ts'
import type { WritableChat } from '../chats/index.ts'
import type { StoredFile } from '../media/index.ts'
import { newId } from '../platform/index.ts'
import { newDeliveryId } from '../transcript/index.ts'
import type { InChat, NewDelivery, NewMessage } from '../transcript/index.ts'
import { ordersForRequest, ordersForTeam, phonesOf } from './compose-deliveries.ts'
import type { Order } from './compose-deliveries.ts'
import type { Send } from './queue-store.ts'

/**
 * A message from the team: the text for the app, the text for phones, and the stored files. `asks`: it asks these phones for
 * consent, and goes to no others.
 */
export type Words = {
  text: string
  asSent: string
  files: readonly StoredFile[]
  parent: QuotedMessage | null
  asks?: ReadonlySet<MemberId> | null
}

/** A message from the team for a locked chat: to every phone that is in it now. It is due at once. */
export function composeMessage(
  chat: WritableChat,
  { asSent, asks, ...words }: Words,
  { author, now, ...from }: { author: MemberId; now: Date; requestId: string | null; id?: MessageId },
): NewMessage {
  const optedOutNumbers = new Set(chat.members.flatMap(({ number, optedOut }) => (number && optedOut ? [number] : [])))
  const phones = phonesOf(chat)
  const orders = asks
    ? ordersForRequest(asSent, phones, optedOutNumbers, asks)
    : ordersForTeam(asSent, phones, optedOutNumbers)
  return messageWith(orders, chat, { ...words, ...from, at: timeAfter(chat, now), dueAt: now, sentBy: author })
}

type Content = Pick<NewMessage, 'text' | 'sentBy'> &
  Partial<Omit<NewMessage, 'sentOn' | 'deliveries'>> & {
    at: Date
    requestId: string | null
    dueAt: Date | null
    expiresAt?: Date | null
  }

/** A message for a locked chat with these texts to phones. A person has read their own, and a key reads nothing. */
export function messageWith(orders: readonly Order[], chat: WritableChat, content: Content): NewMessage {
  const { at, requestId, id = newId<MessageId>(), dueAt, expiresAt = null, ...more } = content
  const addressed = { messageId: id, at, fromNumberId: chat.numberId, dueAt, expiresAt, requestId }
  const message = { ...PLAIN, ...more, id, sentOn: at }
  const read = { id: newDeliveryId(at, 0), messageId: id, memberId: message.sentBy, at, status: 'read' as const }
  const texts = orders.map((order, index) => deliveryOf(order, { ...addressed, id: newDeliveryId(at, index + 1) }))
  const isByKey = chat.members.some(({ id: memberId, role }) => memberId === message.sentBy && role === 'ApiKey')
  return { ...message, deliveries: message.automatic || isByKey ? texts : [read, ...texts] }
}

const PLAIN = { parent: null, files: [], pendingMedia: 0, providerSid: null, recovered: false, automatic: null }

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

type Addressed = Pick<NewDelivery, 'id' | 'messageId' | 'at'> &
  Pick<Extract<NewDelivery, { status: 'queued' }>, 'fromNumberId' | 'dueAt' | 'expiresAt' | 'requestId'>

function deliveryOf(order: Order, addressed: Addressed): NewDelivery {
  const { id, messageId, at, ...send } = addressed
  const delivery = { id, messageId, at, ...order }
  return delivery.status === 'queued' ? { ...delivery, ...send } : delivery
}
