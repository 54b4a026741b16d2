import type { ChatId, RealtimeEvent, ReturnReason, TenantId } from '@partyline/contract'
import type { Queries } from '../platform/index.ts'
import { pendingOf, returnPending } from '../transcript/index.ts'
import type { PendingMessage, Transcript } from '../transcript/index.ts'
import { deliveriesChanged } from './chats-events.ts'
import { refreshScheduled } from './list-fields-store.ts'
import { findNewOwner } from './members-store.ts'
import type { WritableChat } from './stored-chat.ts'

/** The pending messages of chats. Part of the caller's transaction, with the chats locked. */
export type PendingRecords = {
  /** Call after pending messages of these chats were added, changed, or deleted. */
  recordPending(trx: Queries, tenantId: TenantId, chatIds: readonly ChatId[]): Promise<RealtimeEvent[]>
  /** Makes it a draft again: of its author or, if the author is disabled, of the chat's assignee or an Admin. */
  returnToOwner(
    trx: Queries,
    pending: PendingMessage,
    { reason, assignedTo }: { reason: ReturnReason; assignedTo: WritableChat['assignedTo'] },
  ): Promise<void>
  /** A contact has written: returns scheduled messages that a reply cancels. */
  returnOnReply(trx: Queries, chat: WritableChat): Promise<RealtimeEvent[]>
}

export function createPendingRecords({ transcript }: { transcript: Transcript }): PendingRecords {
  const recordPending: PendingRecords['recordPending'] = async (trx, tenantId, chatIds) => {
    if (chatIds.length === 0) return []
    const changed = await refreshScheduled(trx, tenantId, chatIds)
    const pending = Map.groupBy(await pendingOf(trx, tenantId, chatIds), ({ chatId }) => chatId)
    return changed.map(({ chatId, version, scheduledCount, hasUnread }) => {
      const messages = (pending.get(chatId) ?? []).map((message) => transcript.presentPending(message))
      const data = { changed: [], removed: [], unreadCounts: {}, hasUnread, pending: { messages, scheduledCount } }
      return deliveriesChanged({ tenantId, chatId, version }, data)
    })
  }

  const returnToOwner: PendingRecords['returnToOwner'] = async (trx, pending, { reason, assignedTo }) => {
    const ownerId = await findNewOwner(trx, pending.tenantId, { author: pending.writtenBy, assignedTo })
    await returnPending(trx, pending, { ownerId, reason })
  }

  return {
    recordPending,
    returnToOwner,
    async returnOnReply(trx, chat) {
      if (chat.scheduledCount === 0) return []
      const { tenantId, chatId, assignedTo } = chat
      const pending = await pendingOf(trx, tenantId, [chatId])
      const waiting = pending.filter(
        ({ state, cancelOnReply }) => cancelOnReply && state !== 'held' && state !== 'returned',
      )
      for (const message of waiting) await returnToOwner(trx, message, { reason: 'replied', assignedTo })
      return waiting.length > 0 ? recordPending(trx, tenantId, [chatId]) : []
    },
  }
}
