import type { MemberId, MessageId, QuotedMessage } from '@partyline/contract'
import { isCurrent } from '../chats/index.ts'
import type { WritableChat } from '../chats/index.ts'
import { newId } from '../platform/index.ts'
import { messageIdAfter } from '../transcript/index.ts'
import type { DeliveryId, NewDelivery, NewMessage, StoredFile } from '../transcript/index.ts'
import { ordersForTeam } from './compose-deliveries.ts'
import type { Order, Phone } from './compose-deliveries.ts'

/** A message from the team: the text for the app, the text for phones, and the stored files. */
export type Words = { text: string; asSent: string; files: readonly StoredFile[]; parent: QuotedMessage | null }

type Member = WritableChat['members'][number]

/** A message for a chat that is held: behind its last message, to every phone that is in it now. */
export function composeMessage(
  chat: WritableChat,
  { asSent, ...words }: Words,
  from: { author: MemberId; at: Date; requestId: string | null },
): NewMessage {
  const { author, at, requestId } = from
  const id = messageIdAfter(chat.lastMessageId)
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
    deliveries: [
      { id: newId<DeliveryId>(), messageId: id, memberId: author, at, status: 'read' },
      ...orders.map((order) =>
        deliveryOf(order, { messageId: id, at, fromNumberId: chat.numberId, dueAt: at, requestId }),
      ),
    ],
  }
}

/** The external members who are in the chat now. */
export function phonesOf(chat: WritableChat): Phone[] {
  const isPhone = (member: Member): member is Member & { number: string } =>
    isCurrent(member) && member.role === 'ExternalMobile' && member.number !== null
  return chat.members
    .filter(isPhone)
    .map(({ id, name, number, isPersonDisabled }) => ({ memberId: id, name, number, isDisabled: isPersonDisabled }))
}

/** Whether the message has texts for the delivery worker. */
export function isQueued({ deliveries }: NewMessage): boolean {
  return deliveries.some(({ status }) => status === 'queued')
}

/** The phones that a message goes to. */
export function textedBy({ deliveries }: NewMessage): string[] {
  return deliveries.flatMap((delivery) => (delivery.status === 'queued' ? delivery.toNumber : []))
}

type Addressed = { messageId: MessageId; at: Date } & Pick<
  Extract<NewDelivery, { status: 'queued' }>,
  'fromNumberId' | 'dueAt' | 'requestId'
>

export function deliveryOf(order: Order, { fromNumberId, dueAt, requestId, ...message }: Addressed): NewDelivery {
  const delivery = { id: newId<DeliveryId>(), ...message, ...order }
  return delivery.status === 'queued' ? { ...delivery, fromNumberId, dueAt, requestId } : delivery
}
