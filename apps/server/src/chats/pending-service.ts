import type { ChatId, RealtimeEvent, ReturnReason, TenantId } from '@partyline/contract'
import type { Clock, Queries } from '../platform/index.ts'
import { pendingOf, returnPending } from '../transcript/index.ts'
import type { PendingMessage, Transcript } from '../transcript/index.ts'
import { pendingChanged } from './chats-events.ts'
import { refreshScheduled } from './list-fields-store.ts'
import type { PendingFields } from './list-fields-store.ts'
import { findNewOwner } from './members-store.ts'
import { addNotices } from './notices-store.ts'
import type { WritableChat } from './stored-chat.ts'

/** The pending messages of chats. Part of the caller's transaction, with the chats locked. */
export type PendingRecords = {
  /** Call after pending messages of these chats were added, changed, or deleted. */
  recordPending(trx: Queries, tenantId: TenantId, chatIds: readonly ChatId[]): Promise<RealtimeEvent[]>
  /** Makes it a draft again: of its author or, if the author is disabled, of the chat's assignee or an Admin. Returns it. */
  returnToOwner(
    trx: Queries,
    pending: PendingMessage,
    { reason, assignedTo }: { reason: ReturnReason; assignedTo: WritableChat['assignedTo'] },
  ): Promise<PendingMessage>
  /** A contact has written: returns scheduled messages that a reply cancels. */
  returnOnReply(trx: Queries, chat: WritableChat): Promise<RealtimeEvent[]>
}

/** The events of chats whose pending messages changed. `left`: the current ones, in the order of their times. */
export function pendingEvents(
  transcript: Pick<Transcript, 'presentPending'>,
  tenantId: TenantId,
  changed: readonly PendingFields[],
  left: ReadonlyMap<ChatId, readonly PendingMessage[]>,
): RealtimeEvent[] {
  return changed.map(({ chatId, version, scheduledCount, hasUnread }) => {
    const all = left.get(chatId) ?? []
    const pending = all.map((message) => transcript.presentPending(message))
    const { returnedCount, scheduledFor } = scheduleOf(all)
    const schedule = { scheduledCount, returnedCount, scheduledFor: scheduledFor?.toISOString() ?? null }
    return pendingChanged(
      { tenantId, chatId, version },
      { patch: { hasUnread, ...schedule }, unreadCounts: {}, pending },
    )
  })
}

/** The fields that `refresh_scheduled` stores in addition to the count. */
function scheduleOf(pending: readonly PendingMessage[]): Pick<WritableChat, 'returnedCount' | 'scheduledFor'> {
  const returned = pending.filter(
    ({ state, reason }) => state === 'late' || (state === 'returned' && reason !== 'undone'),
  )
  // In the order of their times.
  const next = pending.find(({ state }) => state === 'scheduled')
  return { returnedCount: returned.length, scheduledFor: next?.sendAt ?? null }
}

type Parts = { transcript: Transcript; clock: Clock }

export function createPendingRecords({ transcript, clock }: Parts): PendingRecords {
  const recordPending: PendingRecords['recordPending'] = async (trx, tenantId, chatIds) => {
    if (chatIds.length === 0) return []
    const [changed, pending] = await Promise.all([
      refreshScheduled(trx, tenantId, chatIds),
      pendingOf(trx, tenantId, chatIds),
    ])
    const left = Map.groupBy(pending, ({ chatId }) => chatId)
    return pendingEvents(transcript, tenantId, changed, left)
  }

  const returnToOwner: PendingRecords['returnToOwner'] = async (trx, pending, { reason, assignedTo }) => {
    const ownerId = await findNewOwner(trx, pending.tenantId, { author: pending.writtenBy, assignedTo })
    await returnPending(trx, pending, { ownerId, reason })
    const { tenantId, chatId, id: itemId } = pending
    const happenedAt = clock.now()
    await addNotices(trx, [{ tenantId, chatId, kind: 'notSent', itemId, userId: ownerId, happenedAt }])
    return { ...pending, state: 'returned', ownerId, reason }
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
      if (waiting.length === 0) return []
      const returned = new Map<PendingMessage, PendingMessage>()
      for (const message of waiting) {
        returned.set(message, await returnToOwner(trx, message, { reason: 'replied', assignedTo }))
      }
      // The event of the reply, which follows, describes the whole chat.
      Object.assign(chat, scheduleOf(pending.map((message) => returned.get(message) ?? message)))
      return recordPending(trx, tenantId, [chatId])
    },
  }
}
