/** Delivery in one line, for the list too. */
export const DELIVERY_TEXTS = {
  sending: 'Sending…',
  sent: 'Sent',
  sentTo: (count: number) => `Sent to ${count}`,
  delivered: 'Delivered',
  deliveredTo: (count: number) => `Delivered to ${count}`,
  deliveredToSome: (count: number, all: number) => `Delivered to ${count} of ${all}`,
  seenBy: (names: string) => `seen by ${names}`,
  notDelivered: 'Not delivered',
  notDeliveredTo: (names: string) => `Not delivered to ${names}`,
  notPassedOn: (names: string) => `Not forwarded to ${names}`,
  notSent: 'Not sent',
  notSentTo: (names: string) => `Not sent to ${names}`,
  unknown: 'Couldn’t confirm delivery',
  unknownFor: (names: string) => `Couldn’t confirm delivery to ${names}`,
} as const
