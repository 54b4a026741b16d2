import { PAGE } from '@partyline/contract'
import type { ChatId, Message } from '@partyline/contract'
import { memberIdOf } from '../chats/index.ts'
import type { Chats } from '../chats/index.ts'
import { untilClosed } from '../platform/index.ts'
import type { Database, Handlers } from '../platform/index.ts'
import { messagesWithFiles, searchHeaders, searchStep } from '../transcript/index.ts'
import type { Transcript } from '../transcript/index.ts'
import { searchMessages } from './search-service.ts'
import { unreadMessages } from './unread-store.ts'

type Parts = { database: Database; chats: Chats; transcript: Transcript }

/** The calls that read messages: pages of a chat, unread messages, and search. */
export function readingRoutes({ database, chats, transcript }: Parts) {
  const db = database.queries
  return {
    'messages.list': async ({ caller, params, query }) => {
      const chat = await chats.find(db, caller.tenantId, params.chatId)
      return transcript.page(db, chat, query)
    },

    'messages.files': async ({ caller: { tenantId }, params, query, reply }) => {
      const chat = await chats.find(db, tenantId, params.chatId)
      if (query.before) await transcript.requireInChat(db, chat, query.before)
      const { ids, next } = await messagesWithFiles(db, chat, query)
      const messages = await transcript.byIds(db, tenantId, ids)
      void reply.headers(next ? { 'X-Next-Cursor': next } : {})
      return ids.flatMap((id) => {
        const { media = [], sentOn = '', sentBy } = messages.get(id) ?? {}
        return sentBy ? media.map((file) => ({ messageId: id, sentOn, sentBy, file })) : []
      })
    },

    // For each chat the messages that the caller has not read, oldest first.
    'messages.unread': async ({ caller: { tenantId, userId } }) => {
      const memberId = memberIdOf(userId)
      // With millions of messages its estimated cost is high, and PostgreSQL would take longer to compile it than to run it.
      const unread = await searchStep(database, (trx) =>
        unreadMessages(trx, { tenantId, memberId, limit: PAGE.unreadMessages }),
      )
      const ids = unread.map(({ messageId }) => messageId)
      const messages = await transcript.byIds(db, tenantId, ids)
      const byChat = new Map<ChatId, Message[]>()
      for (const { chatId, messageId } of unread.toReversed()) {
        const message = messages.get(messageId)
        if (message) byChat.set(chatId, [...(byChat.get(chatId) ?? []), message])
      }
      return [...byChat].map(([chatId, messagesOfChat]) => ({ chatId, messages: messagesOfChat }))
    },

    'messages.search': async ({ caller, body, reply }) => {
      const signal = untilClosed(reply)
      const { mode, memberId, ...filters } = body
      const memberIds = [memberId, mode === 'my' ? memberIdOf(caller.userId) : undefined].filter(
        (id) => id !== undefined,
      )
      const search = { ...filters, memberIds }
      const { messages, ...place } = await searchMessages(database, caller.tenantId, search, { signal })
      void reply.headers(searchHeaders(place))
      return messages
    },
  } satisfies Partial<Handlers>
}
