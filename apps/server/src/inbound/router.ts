import { EVENT_AREAS } from '@partyline/contract'
import type { EventKind, RealtimeEvent, RejectionReason, TenantId } from '@partyline/contract'
import { isChatOf, isUnclaimed, memberIdOf } from '../chats/index.ts'
import type { Chats, NewMessageIn, StoredChat } from '../chats/index.ts'
import type { Contact, Numbers, Line } from '../numbers/index.ts'
import { currentRequestId, newId, onBehalfOf } from '../platform/index.ts'
import type { Clock, Queries } from '../platform/index.ts'
import { messageIdAfter } from '../transcript/index.ts'
import type { DeliveryId, NewDelivery } from '../transcript/index.ts'
import { wishOf } from '../opt-outs/index.ts'
import type { OptOuts } from '../opt-outs/index.ts'
import { deliveryOf, phonesOf } from '../delivery/index.ts'
import { isPlainText, readInboundText } from './inbound-text.ts'
import type { InboundText } from './inbound-text.ts'
import { addPendingMedia } from './media-queue-store.ts'
import type { PendingMedia } from './media-queue-store.ts'
import { finishEvents } from './provider-events-store.ts'
import type { DueEvent, FinishedEvent } from './provider-events-store.ts'
import { createRelay } from './relay.ts'

type Parts = {
  clock: Clock
  numbers: Pick<Numbers, 'inUseAmong' | 'contactsByNumber' | 'defaultUsers' | 'findOrCreateContact'>
  chats: Chats
  optOuts: OptOuts
}

/** Texts of one tenant in one transaction. What was looked up for all of them is completed as they are placed. */
type Batch = {
  trx: Queries
  tenantId: TenantId
  /** By E.164. */
  numbersInUse: Map<string, Line>
  contacts: Map<string, Contact>
  /** Open chats that are held. */
  held: StoredChat[]
  /** Messages that are to be written together, the next time that something has to see them. */
  unwritten: NewMessageIn[]
  pendingMedia: PendingMedia[]
  events: RealtimeEvent[]
  hasQueuedTexts: boolean
}

/** A text in its chat. */
type Received = { text: InboundText; contact: Contact; isOurs: boolean; recovered: boolean }

/** Events to publish after the commit. */
export type Routed = {
  tenantId: TenantId
  events: RealtimeEvent[]
  /** Whether the relay added texts for the delivery worker. */
  hasQueuedTexts: boolean
  hasQueuedMedia: boolean
}

/** Puts kept texts where they belong. */
export function createInboundRouter({ clock, numbers, chats, optOuts }: Parts) {
  const relay = createRelay({ clock, chats })

  /** Looks up what the texts need, in as many round trips as for one. */
  async function begin(trx: Queries, tenantId: TenantId, texts: readonly InboundText[]): Promise<Batch> {
    const senders = [...new Set(texts.map(({ from }) => from))]
    const inUse = await numbers.inUseAmong(trx, tenantId, [...senders, ...new Set(texts.map(({ to }) => to))])
    const known = await numbers.contactsByNumber(trx, tenantId, senders)
    const numbersInUse = new Map(inUse.map((number) => [number.number, number]))
    const contacts = new Map(known.map((contact) => [contact.number, contact]))
    const pairs = texts.flatMap(({ from, to }) => {
      const [number, contact] = [numbersInUse.get(to), contacts.get(from)]
      return number && contact ? [pairOf(number, contact)] : []
    })
    const held = await chats.lockAllOf(trx, tenantId, pairs)
    return {
      trx,
      tenantId,
      numbersInUse,
      contacts,
      held,
      unwritten: [],
      pendingMedia: [],
      events: [],
      hasQueuedTexts: false,
    }
  }

  async function contactOf({ trx, tenantId, contacts, events }: Batch, { from }: InboundText): Promise<Contact> {
    const known = contacts.get(from)
    if (known) return known
    const { contact, isNew } = await numbers.findOrCreateContact(trx, tenantId, from)
    if (isNew) events.push(hint(tenantId, 'ExternalContactAdded'))
    contacts.set(from, contact)
    return contact
  }

  /** Finds or opens the chat that the text belongs to: docs/product.md#routing-inbound-texts */
  async function chatOf(batch: Batch, number: Line, contact: Contact): Promise<StoredChat> {
    const pair = pairOf(number, contact)
    const known = batch.held.find((chat) => isChatOf(chat, pair))
    if (known) return known
    const found = await chats.findOpenChatOf(batch.trx, batch.tenantId, pair)
    const chat = found ?? (await openChat(batch, number, contact))
    batch.held.push(chat)
    return chat
  }

  async function openChat({ trx, events }: Batch, number: Line, contact: Contact): Promise<StoredChat> {
    const { tenantId, id: numberId } = number
    const userIds = await numbers.defaultUsers(trx, tenantId, numberId)
    const members = { memberId: memberIdOf(contact.id), userIds }
    const opened = await chats.createInboundChat(trx, { tenantId, numberId, name: contact.name, ...members })
    events.push(...opened.events)
    return opened.chat
  }

  async function write({ trx, unwritten, events }: Batch) {
    const added = await chats.addMessages(trx, unwritten.splice(0))
    events.push(...added.map(({ event }) => event))
  }

  async function add(batch: Batch, chat: StoredChat, received: Received) {
    const { trx, unwritten, events } = batch
    const { text, contact, recovered } = received
    // The relay counts what the phone wrote before.
    if (phonesOf(chat).length > 1) await write(batch)
    const { orders, announcePause } = await relay.plan(trx, chat, received)
    const { tenantId, chatId } = chat
    const at = clock.now()
    const id = messageIdAfter(chat.lastMessageId)
    const sentBy = memberIdOf(contact.id)
    const hasMedia = text.mediaUrls.length > 0
    // A picture is passed on when it has come in.
    const requestId = currentRequestId()
    const addressed = { messageId: id, at, fromNumberId: chat.numberId, dueAt: hasMedia ? null : at, requestId }
    const deliveries: NewDelivery[] = [
      { id: newId<DeliveryId>(), messageId: id, memberId: sentBy, at, status: 'read' },
      ...orders.map((order) => deliveryOf(order, addressed)),
    ]
    const files = { files: [], pendingMedia: text.mediaUrls.length }
    const words = { text: text.text, parent: null, ...files, providerSid: text.messageSid, recovered }
    if (isUnclaimed(chat)) chat.unclaimedCount += 1
    const { unclaimedCount } = chat
    unwritten.push({ chat, message: { id, sentOn: at, sentBy, deliveries, ...words }, unclaimedCount })
    if (deliveries.some(({ status }) => status === 'queued')) batch.hasQueuedTexts = true
    // The next message of the batch sorts after this one.
    chat.lastMessageId = id
    const urls = text.mediaUrls
    if (hasMedia) batch.pendingMedia.push({ tenantId, chatId, messageId: id, urls, receivedAt: at, requestId })
    if (!announcePause) return
    await write(batch)
    events.push(...(await announcePause()))
  }

  /** STOP and START. The chat shows them after the text. */
  async function noteWish(batch: Batch, text: InboundText, { number, contact }: Addresses) {
    const wish = wishOf(text)
    if (!wish) return
    await write(batch)
    const pair = { tenantId: number.tenantId, lineId: number.id, number: contact.number }
    batch.events.push(...(await optOuts.note(batch.trx, { ...pair, memberId: memberIdOf(contact.id) }, wish)))
  }

  /** Returns the rejection reason, or null. */
  async function placeOne(batch: Batch, event: DueEvent): Promise<RejectionReason | null> {
    const { numbersInUse } = batch
    const text = readInboundText(event)
    const number = event.isOfAccount && numbersInUse.get(text.to)
    if (event.isSuspended) return 'tenant suspended'
    if (!isPlainText(text)) return 'channel not supported'
    if (!number) return 'number not in use'
    const contact = await contactOf(batch, text)
    if (!contact.disabled) {
      const chat = await chatOf(batch, number, contact)
      // A text between two of our own numbers is shown, and never passed on.
      const isOurs = numbersInUse.has(text.from)
      await add(batch, chat, { text, contact, isOurs, recovered: event.recovered })
    }
    await noteWish(batch, text, { number, contact })
    return contact.disabled ? 'contact disabled' : null
  }

  /** Routes a tenant's texts, in order. */
  return async function route(trx: Queries, tenantId: TenantId, kept: readonly DueEvent[]): Promise<Routed> {
    const batch = await begin(trx, tenantId, kept.map(readInboundText))
    const finished: FinishedEvent[] = []
    for (const event of kept) {
      const rejectedReason = await onBehalfOf(event.requestId, () => placeOne(batch, event))
      finished.push({ event, at: clock.now(), rejectedReason })
      if (rejectedReason) batch.events.push(hint(tenantId, 'IncomingMessageRejected'))
    }
    await write(batch)
    await addPendingMedia(trx, batch.pendingMedia)
    await finishEvents(trx, finished)
    const { events, hasQueuedTexts, pendingMedia } = batch
    return { tenantId, events, hasQueuedTexts, hasQueuedMedia: pendingMedia.length > 0 }
  }
}

type Addresses = { number: Line; contact: Contact }

function hint(tenantId: TenantId, kind: EventKind): RealtimeEvent {
  return { tenantId, kind, area: EVENT_AREAS[kind], chatId: null, version: null, data: null }
}

function pairOf(number: Line, contact: Contact) {
  return { numberId: number.id, memberId: memberIdOf(contact.id) }
}
