import { EVENT_AREAS, PAGE } from '@partyline/contract'
import type { ChatId, MemberId, MessageId, RealtimeEvent } from '@partyline/contract'
import { newId } from '../platform/index.ts'
import type { Caller, Clock, Database, Queries, Topic } from '../platform/index.ts'
import { insertReadRecords, removeReadRecords, unreadIds } from '../transcript/index.ts'
import type { RecordedDelivery } from '../transcript/index.ts'
import type { ChatRecords } from './rows/chat-records-service.ts'
import { setUnreadCount } from './rows/members-store.ts'
import { currentMember } from './rows/stored-chat.ts'
import type { ChatMember, StoredChat } from './rows/stored-chat.ts'

type Parts = { database: Database; records: ChatRecords; clock: Clock; announcements: Topic<readonly RealtimeEvent[]> }

export type ChatViews = ReturnType<typeof createChatViews>

/** Who has seen what. A person who is no member sees everything and leaves no trace: decisions 3.6. */
export function createChatViews({ database, records, clock, announcements }: Parts) {
  /** Announces what changed for the member, if anything did. */
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
    await setUnreadCount(trx, chat, { memberId, unreadCount })
    const event = await records.recordDeliveries(trx, chat, {
      changed,
      removed: removed.map((messageId) => ({ messageId, memberId })),
      unreadCounts: { [memberId]: unreadCount },
    })
    return changed.length > PAGE.maxMessages ? withoutData(event) : event
  }

  return {
    /** The caller has read everything. */
    viewChat: (caller: Caller, chatId: ChatId) =>
      asMember(caller, chatId, async (trx, chat, { id: memberId, joinedAfter, unreadCount }) => {
        const unread = await unreadIds(trx, chat, { memberId, joinedAfter, limit: unreadCount })
        const messageIds = chat.lastMessageId ? [...new Set([chat.lastMessageId, ...unread])] : unread
        const changed = await insertReadRecords(trx, chat, { memberId, messageIds, newId, at: clock.now() })
        if (changed.length === 0 && unreadCount === 0) return null
        return recordView(trx, chat, { memberId, unreadCount: 0, changed, removed: [] })
      }),

    /** The caller has read these messages. What the chat does not have is passed over. */
    readMessages: (caller: Caller, chatId: ChatId, messageIds: readonly MessageId[]) =>
      asMember(caller, chatId, async (trx, chat, { id: memberId, joinedAfter, unreadCount }) => {
        const changed = await insertReadRecords(trx, chat, { memberId, messageIds, newId, at: clock.now() })
        if (changed.length === 0) return null
        const wereUnread = changed.filter(({ messageId }) => joinedAfter === null || messageId > joinedAfter)
        return recordView(trx, chat, { memberId, unreadCount: unreadCount - wereUnread.length, changed, removed: [] })
      }),

    /** The caller wants these messages of others unread again. */
    unreadMessages: (caller: Caller, chatId: ChatId, messageIds: readonly MessageId[]) =>
      asMember(caller, chatId, async (trx, chat, { id: memberId, joinedAfter, unreadCount }) => {
        const removed = await removeReadRecords(trx, chat, { memberId, joinedAfter, messageIds })
        if (removed.length === 0) return null
        return recordView(trx, chat, { memberId, unreadCount: unreadCount + removed.length, changed: [], removed })
      }),
  }
}

type View = { memberId: MemberId; unreadCount: number; changed: RecordedDelivery[]; removed: MessageId[] }

/** More than a screen shows is no news to apply: the clients ask again. */
function withoutData({ tenantId, chatId }: RealtimeEvent): RealtimeEvent {
  const kind = 'DeliveryStatusUpdated'
  return { tenantId, chatId, area: EVENT_AREAS[kind], kind, version: null, data: null }
}
