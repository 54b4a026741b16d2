import type { Caller } from '../platform/index.ts'
import type { NewMessage } from '../transcript/index.ts'
import type { NewChatChange } from './chats-events.ts'
import type { MessageEffect } from './new-messages-store.ts'
import { currentMember, isCurrent, memberIdOf } from './stored-chat.ts'
import type { WritableChat } from './stored-chat.ts'

// The effects of a message on its chat: docs/product.md#open-done-and-snoozed
// These functions update the given chat, so that the next message of the batch sees its new state.

/**
 * An inbound text waits for an answer, opens the chat, and unassigns a disabled assignee. Chats are also opened by a
 * person or the end of a snooze (`setState` in chat-state-service.ts), and by a text that failed or whose outcome is
 * unknown (advance_deliveries.sql).
 */
export function receiveText(chat: WritableChat, at: Date): MessageEffect | null {
  // Undo may open a done chat again, so its wait ends only now.
  if (chat.state === 'done') chat.waitingSince = at
  chat.waitingSince ??= at
  const changes: NewChatChange[] = []
  if (chat.state !== 'open') {
    Object.assign(chat, { state: 'open', snoozedUntil: null } satisfies Partial<WritableChat>)
    changes.push({ kind: 'reopened' })
  }
  const assignee = chat.assignedTo && currentMember(chat, chat.assignedTo)
  if (assignee && assignee.isPersonDisabled) {
    chat.assignedTo = null
    changes.push({ kind: 'unassigned', memberId: assignee.id })
  }
  return changes.length > 0 ? { changes, by: null } : null
}

/** A text to a phone answers the waiting texts. */
export function answerWaiting(chat: WritableChat, { deliveries }: Pick<NewMessage, 'deliveries'>): void {
  if (deliveries.some(({ status }) => status === 'queued')) chat.waitingSince = null
}

/** A reply to contacts gives a chat without an assignee to its author, a member. */
export function assignToAuthor(chat: WritableChat, { userId }: Pick<Caller, 'userId'>): MessageEffect | null {
  const isReply = chat.members.some((member) => member.role === 'ExternalMobile' && isCurrent(member))
  if (chat.assignedTo !== null || !isReply || !currentMember(chat, userId)) return null
  chat.assignedTo = userId
  const by = memberIdOf(userId)
  return { changes: [{ kind: 'assigned', memberId: by }], by }
}
