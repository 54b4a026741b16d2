/** Times and limits. Every one can be set for the server and overridden for a hub. */
export type Limits = {
  /** A ping is sent when nothing else was for this long, in ms. Default 15,000. Not on long polling. */
  readonly keepAliveInterval: number
  /** A client that has pinged once and is then silent for this long is dropped, in ms. Default 30,000. */
  readonly clientTimeoutInterval: number
  /** The handshake must be complete after this long, in ms. Default 15,000. */
  readonly handshakeTimeout: number
  /** A poll without data is answered empty after this long, in ms. Default 90,000. */
  readonly longPollTimeout: number
  /** A negotiated connection nobody uses, or a long-polling one between polls, is dropped after this, in ms. Default 15,000. */
  readonly disconnectTimeout: number
  /** A consumer that takes nothing for this long is dropped, in ms. Default 10,000. */
  readonly transportSendTimeout: number
  /** How long the other side may take to answer the end of a connection, and `close()` for `onDisconnected`, in ms. Default 5,000. */
  readonly closeTimeout: number
  /** Largest message from a client, in bytes. Default 32,768. */
  readonly maximumReceiveMessageSize: number
  /** Invocations of one connection that wait for their turn, in bytes; more pauses reading. Default 65,536. */
  readonly maximumQueuedBytes: number
  /**
   * What may wait for one connection, in either direction, in bytes. Default 1,048,576. A consumer with more is dropped;
   * also the largest WebSocket message and POST body, which may hold several messages of the hub protocol.
   */
  readonly maximumBufferedBytes: number
  /** Fragments of one WebSocket message. Default 1,024. */
  readonly maximumFragments: number
  /** Hub methods of one connection that run at the same time. Default 1: one after the other. */
  readonly maximumParallelInvocations: number
  /** Streams to one connection that run at the same time; the next call is refused. Default 100. */
  readonly maximumStreams: number
  /** Unread items of an upload stream before reading pauses. Default 10. */
  readonly streamBufferCapacity: number
  /** Connections of one user on one hub. Default 100. Connections without a user are not counted. */
  readonly maximumConnectionsPerUser: number
  /** Connections of one hub in this process. Default 100,000. */
  readonly maximumConnections: number
}

/** What applies where nothing is set. */
export const DEFAULT_LIMITS: Limits = {
  keepAliveInterval: 15_000,
  clientTimeoutInterval: 30_000,
  handshakeTimeout: 15_000,
  longPollTimeout: 90_000,
  disconnectTimeout: 15_000,
  transportSendTimeout: 10_000,
  closeTimeout: 5_000,
  maximumReceiveMessageSize: 32_768,
  maximumQueuedBytes: 65_536,
  maximumBufferedBytes: 1_048_576,
  maximumFragments: 1_024,
  maximumParallelInvocations: 1,
  maximumStreams: 100,
  streamBufferCapacity: 10,
  maximumConnectionsPerUser: 100,
  maximumConnections: 100_000,
}

/** Takes the limits out of `options`, over `base`. Limits that make no sense are refused at once. */
export function chooseLimits(options: Partial<Limits>, base: Limits): Limits {
  const chosen: Record<keyof Limits, number> = { ...base }
  for (const name of Object.keys(DEFAULT_LIMITS) as (keyof Limits)[]) {
    const value = options[name]
    if (value === undefined) continue
    if (!(value > 0)) throw new TypeError(`${name} must be a number above 0, not ${value}.`)
    chosen[name] = value
  }
  if (chosen.maximumBufferedBytes < chosen.maximumReceiveMessageSize) {
    throw new TypeError('maximumBufferedBytes must be at least maximumReceiveMessageSize.')
  }
  return chosen
}
