import { defineCalls } from './call.ts'
import { chatId, deviceId, instant } from './ids.ts'
import { NOTIFICATION } from './limits.ts'
import { NOTICE_KINDS, NOTIFICATION_REASONS } from './notification-decision.ts'
import type { NotificationReason } from './notification-decision.ts'
import { NOTIFICATION_TEXTS } from './notification-texts.ts'
import { workingHours } from './opening-hours.ts'
import { z } from './z.ts'

/** When a person is away by their own settings: docs/product.md#notifications */
export const availability = {
  /** Null: always there. */
  workingHours: workingHours.nullable(),
  /** Null, or in the past: not paused. */
  pausedUntil: instant.nullable(),
}

const noticeKind = z.enum(NOTICE_KINDS)
const reasons = Object.keys(NOTIFICATION_REASONS) as [NotificationReason, ...NotificationReason[]]

/** The latest decision whether to notify the person of something. */
export const lastNotification = z.object({
  at: instant,
  chatId,
  chatName: z.string(),
  kind: noticeKind,
  told: z.boolean(),
  reason: z.enum(reasons),
  /** Where the person was notified, or would have been: on devices by push, in Teams, or by an open page. */
  channel: z.enum(['push', 'teams', 'page']),
})
export type LastNotification = z.infer<typeof lastNotification>

/** The caller's settings, on all devices. */
export const notificationSettings = z.object({
  ...availability,
  /** Whether Teams notifies of events that went to no push device. */
  teams: z.boolean(),
  /** The public VAPID key (base64url) with which a browser subscribes. Null: the server has no push. */
  pushKey: z.string().nullable(),
  /** Null before the first one. */
  last: lastNotification.nullable(),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

/** A browser that receives push notifications. */
export const pushDevice = z.object({
  id: deviceId,
  /** Browser and system, for example `Edge on Windows`; empty if unknown. */
  device: z.string(),
  choice: z.enum(['mine', 'all']),
  createdOn: instant,
  /** When a push service last accepted a notification for it. */
  lastPushOn: instant.nullable(),
  /** Whether it belongs to the session of this request. */
  current: z.boolean(),
})
export type PushDevice = z.infer<typeof pushDevice>

const base64url = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+={0,2}$/, NOTIFICATION_TEXTS.key)
    .refine((key) => Math.floor((key.replaceAll('=', '').length * 3) / 4) === bytes, NOTIFICATION_TEXTS.key)

/** What `PushSubscription.toJSON` returns in a browser. */
const subscription = z.strictObject({
  endpoint: z
    .url({ protocol: /^https$/, error: NOTIFICATION_TEXTS.endpoint })
    .max(NOTIFICATION.maxEndpointLength, NOTIFICATION_TEXTS.endpoint),
  /** A public key on P-256, uncompressed, and a secret. */
  keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
  choice: z.enum(['mine', 'all']).default('mine'),
  /** Browsers name it, and mean nothing by it. */
  expirationTime: z.number().nullish(),
})

/** The body of a push: IDs only. The service worker fetches what it shows. */
export type PushPayload =
  | {
      kind: (typeof NOTICE_KINDS)[number]
      chatId: string
      /** The message, note, or change that is the newest of them. */
      itemId: string
      /** How many texts, or mentions, the notification is for. */
      count: number
    }
  /** The chats were read elsewhere. */
  | { kind: 'read'; chatIds: string[] }
  | { kind: 'test' }

const ofDevice = z.object({ deviceId })

export const notificationCalls = defineCalls({
  'notifications.get': { summary: 'The caller’s settings of notifications', reply: notificationSettings },
  'notifications.update': {
    summary: 'Changes the given settings of the caller',
    body: z.strictObject({
      workingHours: workingHours.nullable().optional(),
      pausedUntil: instant.nullable().optional(),
      teams: z.boolean().optional(),
    }),
    reply: notificationSettings,
  },
  'notifications.shown': {
    summary: 'An open page has shown notifications for these messages, notes, or changes, so that nothing else does',
    body: z.strictObject({ itemIds: z.array(z.guid().toLowerCase()).min(1).max(NOTIFICATION.maxShown) }),
  },
  'push.list': { summary: 'The caller’s devices that get push, newest first', reply: z.array(pushDevice) },
  'push.add': {
    summary: 'Subscribes a browser to push, or changes what it is told of',
    details:
      'The device belongs to the session of the call and ends with it. The endpoint must be at a push service that the operator allows. Refused with 409 `push-off` where the server has no push.',
    body: subscription,
    reply: pushDevice,
  },
  'push.remove': { summary: 'Ends push on one of the caller’s devices', params: ofDevice },
  'push.test': {
    summary: 'Sends a test to one of the caller’s devices',
    details: 'Refused with 502 `push-failed` if the push service does not accept it.',
    params: ofDevice,
  },
})
