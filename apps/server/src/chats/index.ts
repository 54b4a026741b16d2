/**
 * Chats: who is in which chat on which number, what the chat list shows, who has seen what, and what happened to a chat.
 * Owns the tables `chats`, `chat_names`, `chat_members`, `chat_changes`, `contact_merges`, `idempotency_keys` and `notices`, and the calls `chats.*`.
 *
 * In names such as `lockOpenChatOf`, open means not archived, whatever the chat's state.
 *
 * To write into a chat: in one transaction, lock the chat (`chats.lock`, or `chats.lockForMessages`), then call
 * `chats.addMessages`, or write deliveries (`transcript`) and call `chats.recordDeliveries`. They keep version, counts and
 * order of the list, and return the events to publish after the commit.
 */
export { createChats } from './chats-service.ts'
export type { Chats } from './chats-service.ts'
export { LOOP_WINDOW_MS } from './chat-changes-service.ts'
export { deliveriesChanged } from './chats-events.ts'
export { answerWaiting, assignToAuthor, receiveText } from './message-effects.ts'
export { assertMayReply, assertMayWrite, mayReply } from './chats-policy.ts'
export { fingerprintOf, idempotencyKeyOf } from './idempotency-key.ts'
export { nameOf, recallResult, reserveResult, resultOf } from './idempotency-store.ts'
export type { RepeatableRequest } from './idempotency-store.ts'
export type { LockedForMessages } from './locked-chats-store.ts'
export type { FirstMessage, NewChat } from './open-chat.ts'
export type { NewMessageIn } from './new-messages-store.ts'
export { chatIdsUntil, countChatsUntil } from './chats-store.ts'
export { chatsOfContact } from './members-store.ts'
export { addNotices, oldestNotices, takeDueNotices } from './notices-store.ts'
export type { Notice } from './notices-store.ts'
export {
  allowedCountriesOf,
  hasMessages,
  isChatOf,
  isCurrent,
  isUnclaimed,
  memberIdOf,
  timeAfter,
} from './stored-chat.ts'
export type { StoredChat, WritableChat } from './stored-chat.ts'
