/**
 * Chats: who is in which chat on which number, what the chat list shows, who has seen what, and what happened to a chat.
 * Owns the tables `chats`, `chat_members`, `chat_changes` and `idempotency_keys`, and the calls `chats.*`.
 *
 * For whoever writes into a chat: in one transaction lock the chat (`chats.lock`, or `chats.holdForMessages`), then call
 * `chats.addMessages`, or write deliveries (`transcript`) and call `chats.recordDeliveries`. They keep version, counts and
 * order of the list, and return the events to publish after the commit.
 */
export { createChats } from './chats-service.ts'
export type { Chats } from './chats-service.ts'
export { assertMayReply, assertMayWrite } from './chats-policy.ts'
export { fingerprintOf } from './idempotency/fingerprint.ts'
export { idempotencyKeyOf } from './idempotency/idempotency-key.ts'
export { nameOf, recallResult, resultOf } from './idempotency/idempotency-store.ts'
export type { RepeatableRequest } from './idempotency/idempotency-store.ts'
export type { PrepareFirstMessage } from './changes/new-chat-service.ts'
export type { NewMessageIn } from './rows/new-messages-store.ts'
export { isChatOf, isCurrent, isUnclaimed, memberIdOf } from './rows/stored-chat.ts'
export type { StoredChat, WritableChat } from './rows/stored-chat.ts'
