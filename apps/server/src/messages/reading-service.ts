import { PAGE } from '@partyline/contract'
import type {
  CallBody,
  CallQuery,
  ChatId,
  Message,
  NumberId,
  OptOutEntry,
  RejectedMessage,
  UnreadMessages,
} from '@partyline/contract'
import { memberIdOf } from '../chats/index.ts'
import type { Chats } from '../chats/index.ts'
import type { Numbers } from '../numbers/index.ts'
import { AppError } from '../platform/index.ts'
import type { Caller, Database } from '../platform/index.ts'
import type { Transcript } from '../transcript/index.ts'
import { readInboundText } from './inbound/inbound-text.ts'
import { rejectedEvents } from './inbound/provider-events-store.ts'
import { listWishes } from './opt-outs-store.ts'
import { searchMessages } from './search-service.ts'
import { unreadMessages } from './search-store.ts'

export type Reading = ReturnType<typeof createReading>

/** Looking things up: pages of a chat, what is unread, and search. */
export function createReading({
  database,
  chats,
  numbers,
  transcript,
}: {
  database: Database
  chats: Chats
  numbers: Pick<Numbers, 'mobileByIds'>
  transcript: Transcript
}) {
  const db = database.queries
  return {
    /** @throws {AppError} not-found */
    async page({ tenantId }: Caller, chatId: ChatId, query: CallQuery<'messages.list'>): Promise<Message[]> {
      const chat = await chats.find(db, tenantId, chatId)
      return transcript.page(db, chat, query)
    },

    /** For each chat the messages that the caller has not read, oldest first. */
    async unread({ tenantId, userId }: Caller): Promise<UnreadMessages[]> {
      const memberId = memberIdOf(userId)
      const unread = await unreadMessages(db, { tenantId, memberId, limit: PAGE.unreadMessages })
      const ids = unread.map(({ messageId }) => messageId)
      const messages = await transcript.byIds(db, tenantId, ids)
      const byChat = new Map<ChatId, Message[]>()
      for (const { chatId, messageId } of unread.toReversed()) {
        const message = messages.get(messageId)
        if (message) byChat.set(chatId, [...(byChat.get(chatId) ?? []), message])
      }
      return [...byChat].map(([chatId, messagesOfChat]) => ({ chatId, messages: messagesOfChat }))
    },

    /** Texts from phones that went into no chat, newest first. */
    async rejected({ tenantId }: Caller): Promise<RejectedMessage[]> {
      const events = await rejectedEvents(db, tenantId, PAGE.rejectedMessages)
      return events.map(({ receivedAt, rejectedReason: reason, ...event }) => {
        const { from, to, text } = readInboundText(event)
        return { from, to, receivedOn: receivedAt.toISOString(), reason, text }
      })
    },

    /** @throws {AppError} not-found */
    async optOuts({ tenantId }: Caller, numberId: NumberId): Promise<OptOutEntry[]> {
      const [contact] = await numbers.mobileByIds(db, tenantId, [numberId])
      if (!contact || contact.deleted) throw new AppError('not-found')
      return listWishes(db, { tenantId, number: contact.number, limit: PAGE.optOuts })
    },

    search: ({ tenantId }: Caller, body: CallBody<'messages.search'>, signal: AbortSignal) =>
      searchMessages(database, tenantId, body, { signal }),
  }
}
