import type { DeliveryStatus } from './messages.ts'

export const DELIVERY_STATUS_TEXTS = {
  queued: 'Waiting to be sent',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  failed: 'Not delivered',
  skipped: 'Not sent',
  unknown: 'Delivery unknown',
  read: 'Seen',
} as const satisfies Record<DeliveryStatus, string>
