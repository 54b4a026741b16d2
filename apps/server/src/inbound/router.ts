import { eventWithoutData, phoneSpellings } from '@partyline/contract'
import type { ChatId, MessageId, RejectionReason, TenantId } from '@partyline/contract'
import { isChatOf, memberIdOf } from '../chats/index.ts'
import type { Chats, StoredChat } from '../chats/index.ts'
import type { Contact, Numbers, Line } from '../numbers/index.ts'
import { onBehalfOf } from '../platform/index.ts'
import type { Clock, Queries } from '../platform/index.ts'
import { optOutRequestIn, wishIn } from '../consent/index.ts'
import type { Consents } from '../consent/index.ts'
import type { PlanAutomaticReply } from './automatic-replies.ts'
import { isPlainText, readInboundText } from './inbound-text.ts'
import type { InboundText } from './inbound-text.ts'
import type { InboundWrites, InboundWriter, Routed } from './inbound-writer.ts'
import { finishEvents } from './provider-events-store.ts'
import type { DueEvent, FinishedEvent } from './provider-events-store.ts'

type Parts = {
  clock: Clock
  numbers: Pick<Numbers, 'inUseAmong' | 'contactsByNumber' | 'defaultUsers' | 'findOrCreateContact'>
  chats: Chats
  consents: Consents
  writer: InboundWriter
  planReply: PlanAutomaticReply
}

/** Texts of one tenant in one transaction. Data looked up for all of them is updated as they are routed. */
type Batch = InboundWrites & {
  /** By E.164. */
  linesInUse: Map<string, Line>
  contacts: Map<string, Contact>
  lockedChats: StoredChat[]
}

/** Routes stored texts to their chats. */
export function createInboundRouter({ clock, numbers, chats, consents, writer, planReply }: Parts) {
  /** Looks up the data for the texts, in as many round trips as for one. */
  async function begin(trx: Queries, tenantId: TenantId, texts: readonly InboundText[]): Promise<Batch> {
    const senders = [...new Set(texts.map(({ from }) => from))]
    const inUse = await numbers.inUseAmong(trx, tenantId, [
      ...senders.flatMap(phoneSpellings),
      ...new Set(texts.map(({ to }) => to)),
    ])
    const known = await numbers.contactsByNumber(trx, tenantId, senders)
    const linesInUse = new Map(inUse.map((line) => [line.number, line]))
    const contacts = new Map(known.map((contact) => [contact.number, contact]))
    const wanted = texts.flatMap(({ from, to }) => {
      const [line, contact] = [linesInUse.get(to), contacts.get(from)]
      return line && contact ? [{ from, pair: pairOf(line, contact) }] : []
    })
    const lockedChats = await chats.lockAllOf(
      trx,
      tenantId,
      wanted.map(({ pair }) => pair),
    )
    // A locked chat keeps its contact. A contact who gets a new chat may have been deleted, and is looked up again.
    for (const { from, pair } of wanted) {
      if (!lockedChats.some((chat) => isChatOf(chat, pair))) contacts.delete(from)
    }
    return { ...writer.begin(trx, tenantId), linesInUse, contacts, lockedChats }
  }

  async function contactOf({ trx, tenantId, contacts, events }: Batch, { from }: InboundText): Promise<Contact> {
    const known = contacts.get(from)
    if (known) return known
    const { contact, isChanged } = await numbers.findOrCreateContact(trx, tenantId, from)
    if (isChanged) events.push(eventWithoutData(tenantId, 'ExternalContactAdded'))
    contacts.set(from, contact)
    return contact
  }

  /** Finds or opens the chat that the text belongs to: docs/product.md#routing-inbound-texts */
  async function chatOf(batch: Batch, line: Line, contact: Contact): Promise<StoredChat> {
    const pair = pairOf(line, contact)
    const known = batch.lockedChats.find((chat) => isChatOf(chat, pair))
    if (known) return known
    const found = await chats.lockOpenChatOf(batch.trx, batch.tenantId, pair)
    const chat = found ?? (await openChat(batch, line, contact))
    batch.lockedChats.push(chat)
    return chat
  }

  async function openChat({ trx, events }: Batch, line: Line, contact: Contact): Promise<StoredChat> {
    const { tenantId, id: numberId } = line
    const userIds = await numbers.defaultUsers(trx, tenantId, numberId)
    const members = { memberId: memberIdOf(contact.id), userIds }
    const opened = await chats.createInboundChat(trx, { tenantId, numberId, name: contact.name, ...members })
    events.push(...opened.events)
    return opened.chat
  }

  /** STOP, START, and the answer to a request for consent. The chat shows them after the text. */
  async function noteWish(batch: Batch, text: InboundText, { line, contact, message }: Addresses) {
    const wish = wishIn(text)
    if (!wish) return
    await writer.write(batch)
    const phone = { tenantId: line.tenantId, lineId: line.id, number: contact.number, memberId: memberIdOf(contact.id) }
    batch.events.push(...(await consents.note(batch.trx, phone, wish, { wording: text.text, message })))
  }

  async function replyTo(batch: Batch, answered: Parameters<PlanAutomaticReply>[1]) {
    const { awayReply, greeting } = answered.line
    if (awayReply === null && greeting === null) return null
    await writer.write(batch)
    return planReply(batch.trx, answered)
  }

  /** Returns the rejection reason, or null. */
  async function placeOne(batch: Batch, event: DueEvent): Promise<RejectionReason | null> {
    const { linesInUse } = batch
    const text = readInboundText(event)
    const line = event.isOfAccount && linesInUse.get(text.to)
    if (event.isSuspended) {
      // An opt-out counts once the organization can send again.
      const isWish = line && isPlainText(text) && optOutRequestIn(text)
      if (isWish) await noteWish(batch, text, { line, contact: await contactOf(batch, text), message: null })
      return 'tenant suspended'
    }
    if (!isPlainText(text)) return 'channel not supported'
    if (!line) return 'number not in use'
    const contact = await contactOf(batch, text)
    let message: Addresses['message'] = null
    if (!contact.disabled) {
      const chat = await chatOf(batch, line, contact)
      // A text between two of our own lines is shown, and never passed on.
      const isFromLine = phoneSpellings(text.from).some((spelling) => linesInUse.has(spelling))
      const { recovered } = event
      const reply = recovered ? null : await replyTo(batch, { chat, text, line, contact, ...event })
      const sentBy = memberIdOf(contact.id)
      const messageId = await writer.add(batch, chat, { text, sentBy, isFromLine, recovered })
      message = { chatId: chat.chatId, messageId }
      if (reply) writer.addReply(batch, chat, reply)
    }
    await noteWish(batch, text, { line, contact, message })
    return contact.disabled ? 'contact disabled' : null
  }

  /** Routes a tenant's texts, in order. */
  return async function route(trx: Queries, tenantId: TenantId, kept: readonly DueEvent[]): Promise<Routed> {
    const batch = await begin(trx, tenantId, kept.map(readInboundText))
    const finished: FinishedEvent[] = []
    for (const event of kept) {
      const rejectedReason = await onBehalfOf(event.requestId, () => placeOne(batch, event))
      finished.push({ event, at: clock.now(), rejectedReason })
      if (rejectedReason) batch.events.push(eventWithoutData(tenantId, 'IncomingMessageRejected'))
    }
    await finishEvents(trx, finished)
    return writer.end(batch)
  }
}

/** `message`: the text in its chat. */
type Addresses = { line: Line; contact: Contact; message: { chatId: ChatId; messageId: MessageId } | null }

function pairOf(line: Line, contact: Contact) {
  return { numberId: line.id, memberId: memberIdOf(contact.id) }
}
