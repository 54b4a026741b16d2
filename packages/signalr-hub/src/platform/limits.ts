/** Times and limits, for the server or a hub. */
export type Limits = {
  /** A ping is sent after this long without other messages, in ms. Default 15,000. Not on long polling. */
  readonly keepAliveInterval: number
  /** A client that has pinged and then stays silent for this long is dropped, in ms. Default 30,000. */
  readonly clientTimeoutInterval: number
  /** The handshake must be complete after this long, in ms. Default 15,000. */
  readonly handshakeTimeout: number
  /** A poll without data gets an empty response after this long, in ms. Default 90,000. */
  readonly longPollTimeout: number
  /** A negotiated connection without a transport, or a long-polling one between polls, is dropped after this, in ms. Default 15,000. */
  readonly disconnectTimeout: number
  /** A client that reads nothing for this long is dropped, in ms. Default 10,000. */
  readonly transportSendTimeout: number
  /** Maximum wait for the client to close a connection, and for `onDisconnected` in `close()`, in ms. Default 5,000. */
  readonly closeTimeout: number
  /** Maximum size of a message from a client, in bytes. Default 32,768. */
  readonly maximumReceiveMessageSize: number
  /** Reading pauses when waiting invocations of a connection exceed this, in bytes. Default 65,536. */
  readonly maximumQueuedBytes: number
  /**
   * Maximum buffered for one connection, in either direction, in bytes. Default 1,048,576. A client with more is dropped.
   * Also the maximum size of a WebSocket message and a POST body, which may contain several hub messages.
   */
  readonly maximumBufferedBytes: number
  /** Maximum fragments of one WebSocket message. Default 1,024. */
  readonly maximumFragments: number
  /** Hub methods of one connection that run concurrently. Default 1. */
  readonly maximumParallelInvocations: number
  /** Concurrent streams to one connection; further calls are refused. Default 100. */
  readonly maximumStreams: number
  /** Unread items of an upload stream before reading pauses. Default 10. */
  readonly streamBufferCapacity: number
  /** Connections of one user on one hub. Default 100. Connections without a user are not counted. */
  readonly maximumConnectionsPerUser: number
  /** Connections of one hub in this process. Default 100,000. */
  readonly maximumConnections: number
}

/** The defaults. */
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

/** Returns `base` with the limits of `options`. @throws TypeError for an invalid limit */
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
