/** How a server is made to send. */
export type Load = FloodLoad | PacedLoad

/** As fast as server and clients can. */
export type FloodLoad = { readonly kind: 'flood'; readonly burst: number; readonly seconds: number }

/** On a schedule. */
export type PacedLoad = {
  readonly kind: 'paced'
  /** Messages sent in one turn of the event loop. */
  readonly burst: number
  readonly bursts: number
  /** From the beginning of one burst to the next, in ms. */
  readonly interval: number
}

/** Only this many messages may be on their way, so that no contestant hides what it sends in endless buffers. */
export const MESSAGES_IN_FLIGHT = 32
