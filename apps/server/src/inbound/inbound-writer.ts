import type { MessageId, RealtimeEvent, TenantId } from '@partyline/contract'
import { isUnclaimed, memberIdOf, receiveText, timeAfter } from '../chats/index.ts'
import type { Chats, NewMessageIn, WritableChat } from '../chats/index.ts'
import { messageWith, ordersForOne, phonesOf } from '../delivery/index.ts'
import { optOutRequestIn } from '../consent/index.ts'
import { currentRequestId } from '../platform/index.ts'
import type { Clock, Queries } from '../platform/index.ts'
import type { AutomaticReply } from './automatic-replies.ts'
import { addPendingMedia } from './media-queue-store.ts'
import type { PendingMedia } from './media-queue-store.ts'
import { createRelay } from './relay.ts'
import type { Received } from './relay.ts'

/** Everything that a tenant's texts add in one transaction. */
export type InboundWrites = {
  trx: Queries
  tenantId: TenantId
  /** Messages to write in one batch, before the next read that has to see them. */
  unwritten: NewMessageIn[]
  pendingMedia: PendingMedia[]
  events: RealtimeEvent[]
  hasQueuedTexts: boolean
}

/** Events to publish after the commit. */
export type Routed = {
  tenantId: TenantId
  events: RealtimeEvent[]
  /** Whether the relay added texts for the delivery worker. */
  hasQueuedTexts: boolean
  hasQueuedMedia: boolean
}

/** Adds texts from phones to locked chats, with the relay and the pictures to fetch. */
export function createInboundWriter({ clock, chats }: { clock: Clock; chats: Chats }) {
  const relay = createRelay({ clock, chats })

  async function write({ trx, unwritten, events }: InboundWrites, { isLast = false } = {}) {
    events.push(...(await chats.addMessages(trx, unwritten.splice(0), { isLast })))
  }

  return {
    begin: (trx: Queries, tenantId: TenantId): InboundWrites => ({
      trx,
      tenantId,
      unwritten: [],
      pendingMedia: [],
      events: [],
      hasQueuedTexts: false,
    }),

    write,

    /** Returns the message's id. */
    async add(writes: InboundWrites, chat: WritableChat, received: Received): Promise<MessageId> {
      const { trx, unwritten, events } = writes
      const { text, sentBy, recovered } = received
      // The relay counts the phone's earlier texts.
      if (phonesOf(chat).length > 1) await write(writes)
      const { orders, announcePause } = await relay.plan(trx, chat, received)
      const now = clock.now()
      const at = timeAfter(chat, now)
      const requestId = currentRequestId()
      const { mediaUrls: urls, messageSid: providerSid } = text
      const pendingMedia = urls.length
      // A picture is passed on when it has come in.
      const dueAt = pendingMedia > 0 ? null : now
      const content = { text: text.text, sentBy, at, dueAt, requestId, pendingMedia, providerSid, recovered }
      const message = messageWith(orders, chat, content)
      events.push(...(await chats.returnOnReply(trx, chat)))
      if (isUnclaimed(chat)) chat.unclaimedCount += 1
      const { unclaimedCount } = chat
      const effect = optOutRequestIn(text)?.wish === 'stop' ? null : receiveText(chat, at)
      unwritten.push({ chat, message, unclaimedCount, effect })
      if (orders.some(({ status }) => status === 'queued')) writes.hasQueuedTexts = true
      // The next message of the batch comes after this one.
      Object.assign(chat, { lastMessageId: message.id, lastMessageAt: at })
      const { tenantId, chatId } = chat
      const media = { tenantId, chatId, messageId: message.id, urls, receivedAt: at, requestId }
      if (pendingMedia > 0) writes.pendingMedia.push(media)
      if (announcePause) {
        await write(writes)
        events.push(...(await announcePause()))
      }
      return message.id
    },

    /** Adds the line's automatic reply, after the text. No one else gets it, and the chat's state does not change. */
    addReply(writes: InboundWrites, chat: WritableChat, { kind, text, to, expiresAt }: AutomaticReply) {
      const orders = ordersForOne(text, phonesOf(chat), memberIdOf(to.id))
      const dueAt = clock.now()
      const at = timeAfter(chat, dueAt)
      const content = { text, sentBy: memberIdOf(chat.numberId), automatic: kind, at, dueAt, expiresAt }
      const message = messageWith(orders, chat, { ...content, requestId: currentRequestId() })
      writes.unwritten.push({ chat, message, unclaimedCount: chat.unclaimedCount })
      writes.hasQueuedTexts = true
      chat.lastAutomaticAt = at
    },

    /** Writes the rest. `isLast`: nothing follows in the transaction, so it may commit with the messages. */
    async end(writes: InboundWrites, { isLast = false } = {}): Promise<Routed> {
      const { trx, tenantId, events, hasQueuedTexts, pendingMedia } = writes
      await write(writes, { isLast: isLast && pendingMedia.length === 0 })
      await addPendingMedia(trx, pendingMedia)
      return { tenantId, events, hasQueuedTexts, hasQueuedMedia: pendingMedia.length > 0 }
    },
  }
}

export type InboundWriter = ReturnType<typeof createInboundWriter>
