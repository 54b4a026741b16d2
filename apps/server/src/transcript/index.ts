/**
 * The transcript: what was said in a chat, with which media, and how it reached each member. Owns the tables
 * `all_messages` with its views `messages` and `pending_messages`, `message_media`, and `deliveries`. Chats have counts and a version that depend on them:
 * new messages come through `chats.addMessages`, and other writes are followed by a call of `chats.record…` in the same
 * transaction. Only `moveDeliveries` needs none: its SQL function `advance_deliveries` updates the chats as well.
 *
 * Lock order: the chat's row first (`chats.lock`), then what is written here.
 */
export { createTranscript } from './transcript-service.ts'
export type { Transcript } from './transcript-service.ts'
export type { StoredFile } from '../media/index.ts'
export type { NewMessage } from './new-message.ts'
export { newDeliveryId } from './delivery-id.ts'
export {
  cancelPending,
  findPending,
  markLate,
  pendingOf,
  queuesUntil,
  returnPending,
  scheduledOf,
} from './pending-messages-store.ts'
export type { PendingMessage, PendingQueue } from './pending-messages-store.ts'
export { addMedia, filesOf, findQuote, isInChat, messagesWithFiles, noteMissingMedia } from './messages-store.ts'
export type { InChat } from './messages-store.ts'
export {
  deliveriesToPhones,
  deliveryOfMember,
  dismissFailures,
  fileOnItsWay,
  findDelivery,
  insertDeliveries,
  moveDeliveries,
  moveRowOf,
  requeueDelivery,
} from './deliveries-store.ts'
export { oneForEachMember, isFailure } from './delivery-status.ts'
export type { DeliveryMove, MemberRecord, MovedDelivery, NewDelivery, StoredDelivery } from './deliveries-store.ts'
export type { DeliveryId } from '../../database/index.ts'
export { insertReadRecords, removeReadRecords, unreadIds } from './read-records-store.ts'
export type { RecordedDelivery } from './read-records-store.ts'
export { collectHits, hasPicture, hitsByIds, searchChats, searchWindow } from './hits-store.ts'
export { SEARCH_LIMITS, searchHeaders, searchStep } from './search-step.ts'
export type { SearchLimits } from './search-step.ts'
export { hasWords, mayHaveWords, readTerm } from './search-term-store.ts'
export type { SearchTerm } from './search-term-store.ts'
