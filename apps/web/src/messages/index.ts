export { Composer } from './composer/composer.tsx'
export type { ComposerHandle } from './composer/composer.tsx'
export { createDrafts } from './composer/drafts.ts'
export type { Drafts } from './composer/drafts.ts'
export { DropZone } from './composer/drop-zone.tsx'
export { releaseFiles } from './composer/read-file.ts'
export type { DeliveryActions } from './delivery/use-delivery-actions.ts'
export type { LiveMessage } from './delivery/live-message.ts'
export { deliveryRow } from './delivery/delivery-rows.ts'
export { isDismissed } from './delivery/undelivered.ts'
export { deliverySummary } from './delivery/delivery-summary.ts'
export {
  compareMessages,
  shownRun,
  withAnswer,
  withChanges,
  withDeliveries,
  withMessage,
  withNewest,
  withRecords,
} from './history/history.ts'
export type { History } from './history/history.ts'
export { bounded, isTooLong, withExcerpt, withNewer, withOlder, withoutExcerpt } from './history/paging.ts'
export { lateOutboxStorage, loadOutboxStorage } from './outbox/late-outbox-storage.ts'
export { NO_OUTBOX_STORAGE } from './outbox/outbox-storage.ts'
export { holdReason, isRefusal, mayPass } from './outbox/hold-reason.ts'
export { deliveryStatusModal } from './message-modals.ts'
export { createOutbox } from './outbox/outbox.ts'
export type { Outbox } from './outbox/outbox.ts'
export type { Writing } from './outbox/outgoing.ts'
export { postOutgoing } from './outbox/post-outgoing.ts'
export { activePhones, inWords, isActive, isCurrent, isPhone, peopleOf } from './people.ts'
export type { Jump } from './transcript/jump-line.tsx'
export type { RowActions } from './transcript/message-row.tsx'
export type { SeenMessages } from './transcript/use-place.ts'
export { isUnreadBy, newLineAt, newLineFurtherBack, unreadFrom } from './transcript/new-line.ts'
export type { Paging } from './transcript/paging.tsx'
export { isBlank } from './text/is-blank.ts'
export { transcriptRows } from './transcript/transcript-rows.ts'
export type { TranscriptRow } from './transcript/transcript-rows.ts'
export { Transcript } from './transcript/transcript.tsx'
