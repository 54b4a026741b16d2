/**
 * Notifications: who is told of what, by push and in Teams, and what a person sets about it. Owns the tables `push_devices`,
 * `notification_sends`, `pushed_chats`, `shown_notices` and `notified_people`, and the calls `notifications.*` and `push.*`.
 *
 * What happened comes from the table `notices` of the chats, which is written with it. `decide-notices.ts` takes it from there,
 * and writes down who is told; two senders then send that, each at most once.
 */
export { createNotifications } from './notifications-service.ts'
export type { Notifications } from './notifications-service.ts'
export { teamsFailures } from './sends-store.ts'
