/** Delivery in words, for the transcript and its modal. */
export const STATUS_TEXTS = {
  details: 'Delivery details',
  status: {
    queued: 'Waiting to be sent',
    sending: 'Sending',
    sent: 'Sent',
    delivered: 'Delivered',
    undelivered: 'Not delivered',
    failed: 'Not delivered',
    skipped: 'Not sent',
    unknown: 'Delivery unknown',
    read: 'Seen',
  },
  notSeen: 'Not seen yet',
  noStatus: 'No status yet',
  recoveredShort: 'Recovered; may have arrived earlier',
  missingMedia: (count: number) =>
    `${count === 1 ? 'A picture' : `${count} pictures`} couldn’t be received. Ask the sender to send ${count === 1 ? 'it' : 'them'} again.`,
  pendingMedia: (count: number) => (count === 1 ? 'Receiving picture…' : `Receiving ${count} pictures…`),
  empty: 'Empty message',
} as const
