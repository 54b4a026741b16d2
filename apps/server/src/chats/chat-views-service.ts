import { eventWithoutData, PAGE } from '@partyline/contract'
import type { ChatId, MemberId, MessageId, RealtimeEvent } from '@partyline/contract'
import { newId } from '../platform/index.ts'
import type { Caller, Clock, Database, Handlers, Queries, Topic } from '../platform/index.ts'
import { insertReadRecords, removeReadRecords, unreadIds } from '../transcript/index.ts'
import type { RecordedDelivery } from '../transcript/index.ts'
import type { ChatRecords } from './chat-records-service.ts'
import { hasViewedAll, setUnreadCount } from './members-store.ts'
import { currentMember, memberIdOf } from './stored-chat.ts'
import type { ChatMember, StoredChat } from './stored-chat.ts'

type Parts = { database: Database; records: ChatRecords; clock: Clock; announcements: Topic<readonly RealtimeEvent[]> }

/**
 * The calls that record who has read which messages. Those in `messages/reading-service.ts` only look messages up. Non-members
 * leave no trace: docs/product.md#reading
 */
export function chatViewRoutes({ database, records, clock, announcements }: Parts) {
  /** Announces the member's changes, if any. */
  async function asMember(
    caller: Caller,
    chatId: ChatId,
    change: (trx: Queries, chat: StoredChat, member: ChatMember) => Promise<RealtimeEvent | null>,
  ) {
    const event = await database.transaction(async (trx) => {
      const chat = await records.lock(trx, caller.tenantId, chatId)
      const member = currentMember(chat, caller.userId)
      return member && change(trx, chat, member)
    })
    if (event) announcements.publish([event])
  }

  async function recordView(trx: Queries, chat: StoredChat, view: View): Promise<RealtimeEvent> {
    const { memberId, unreadCount, changed, removed } = view
    const [, event] = await Promise.all([
      setUnreadCount(trx, chat, { memberId, unreadCount }),
      records.recordDeliveries(trx, chat, {
        changed,
        removed: removed.map((messageId) => ({ messageId, memberId })),
        unreadCounts: { [memberId]: unreadCount },
      }),
    ])
    // More than a screenful is not applied as an event: the clients refetch.
    return changed.length > PAGE.maxMessages ? eventWithoutData(chat.tenantId, event.kind, chat.chatId) : event
  }

  const viewChat = (caller: Caller, chatId: ChatId) =>
    asMember(caller, chatId, async (trx, chat, { id: memberId, joinedAfter, unreadCount }) => {
      const unread = await unreadIds(trx, chat, { memberId, joinedAfter, limit: unreadCount })
      const messageIds = chat.lastMessageId ? [...new Set([chat.lastMessageId, ...unread])] : unread
      const read = { memberId, joinedAfter, messageIds, newId, at: clock.now() }
      const { changed } = await insertReadRecords(trx, chat, read)
      if (changed.length === 0 && unreadCount === 0) return null
      return recordView(trx, chat, { memberId, unreadCount: 0, changed, removed: [] })
    })

  /** Messages that the chat does not have are ignored. */
  const markRead = (caller: Caller, chatId: ChatId, messageIds: readonly MessageId[]) =>
    asMember(caller, chatId, async (trx, chat, { id: memberId, joinedAfter, unreadCount }) => {
      const read = { memberId, joinedAfter, messageIds, newId, at: clock.now() }
      const { changed, wereUnread } = await insertReadRecords(trx, chat, read)
      if (changed.length === 0) return null
      return recordView(trx, chat, { memberId, unreadCount: unreadCount - wereUnread, changed, removed: [] })
    })

  const markUnread = (caller: Caller, chatId: ChatId, messageIds: readonly MessageId[]) =>
    asMember(caller, chatId, async (trx, chat, { id: memberId, joinedAfter, unreadCount }) => {
      const removed = await removeReadRecords(trx, chat, { memberId, joinedAfter, messageIds })
      if (removed.length === 0) return null
      return recordView(trx, chat, { memberId, unreadCount: unreadCount + removed.length, changed: [], removed })
    })

  return {
    'chats.viewChat': async ({ caller, params: { chatId } }) => {
      const viewed = { tenantId: caller.tenantId, chatId, memberId: memberIdOf(caller.userId) }
      // Without a lock: a message that comes in at this moment comes after.
      if (!(await hasViewedAll(database.queries, viewed))) await viewChat(caller, chatId)
      return undefined
    },
    'chats.viewMessages': async ({ caller, params, body: { messageIds, asRead } }) => {
      const record = asRead ? markRead : markUnread
      await record(caller, params.chatId, messageIds)
      return undefined
    },
  } satisfies Partial<Handlers>
}

type View = { memberId: MemberId; unreadCount: number; changed: RecordedDelivery[]; removed: MessageId[] }
