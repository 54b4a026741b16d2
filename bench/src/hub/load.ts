/** How a server sends. */
export type Load = FloodLoad | PacedLoad

/** As fast as possible. */
export type FloodLoad = { readonly kind: 'flood'; readonly burst: number; readonly seconds: number }

/** On a schedule. */
export type PacedLoad = {
  readonly kind: 'paced'
  /** Messages sent in one turn of the event loop. */
  readonly burst: number
  readonly bursts: number
  /** Time between the starts of bursts, in ms. */
  readonly interval: number
}

/** Maximum messages in flight, so that no contestant hides output in unlimited buffers. */
export const MESSAGES_IN_FLIGHT = 32
