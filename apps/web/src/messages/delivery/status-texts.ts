import { DELIVERY_STATUS_TEXTS } from '@partyline/contract'

/** Delivery in words, for the transcript and its modal. */
export const STATUS_TEXTS = {
  details: 'Delivery details',
  status: DELIVERY_STATUS_TEXTS,
  notSeen: 'Not seen yet',
  noStatus: 'No status yet',
  recoveredShort: 'Recovered; may have arrived earlier',
  missingMedia: (count: number) =>
    `${count === 1 ? 'A picture' : `${count} pictures`} couldn’t be received. Ask the sender to send ${count === 1 ? 'it' : 'them'} again.`,
  pendingMedia: (count: number) => (count === 1 ? 'Receiving picture…' : `Receiving ${count} pictures…`),
  empty: 'Empty message',
} as const
