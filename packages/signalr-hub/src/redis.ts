/**
 * Connects several processes through Redis.
 * @module
 */
import { createClient } from 'redis'
import type { Backplane } from './hubs/backplane.ts'
import { type Logger, silentLogger } from './platform/logger.ts'

/** How to connect to Redis. */
export type RedisBackplaneOptions = {
  /** For instance `redis://user:password@host:6379`. */
  readonly url: string
  /** Prefix of every channel, so that several applications can share a Redis. Default: none. */
  readonly prefix?: string
  readonly logger?: Logger
  /** Called when a lost connection is back: messages from other processes may have been missed meanwhile. */
  readonly onRestored?: () => void
}

/** Close it after the hub server. */
export type RedisBackplane = Backplane & {
  /** False while this process cannot send to the other processes or receive from them. */
  readonly isConnected: boolean
  close(): Promise<void>
}

/** Maximum wait before reconnecting to Redis, in ms. */
const MAX_RETRY_DELAY = 2_000
/**
 * In ms. A hung server keeps its connections open, so idle connections are pinged, and closed when nothing arrives for the
 * socket timeout. Without pings the socket timeout would cut idle connections to a healthy server.
 */
const PING_INTERVAL = 1_000
const SOCKET_TIMEOUT = 2_500

/**
 * Connects processes through Redis pub/sub. It keeps reconnecting: while Redis is down or does not
 * answer, sending to other processes fails (the hub logs it and serves its own clients), and subscriptions are renewed
 * when it is back. A subscription in progress when Redis is lost fails; the hub retries it.
 */
export function createRedisBackplane(options: RedisBackplaneOptions): RedisBackplane {
  const { url, prefix = '', logger = silentLogger, onRestored } = options
  const shared = {
    url,
    pingInterval: PING_INTERVAL,
    socket: {
      socketTimeout: SOCKET_TIMEOUT,
      reconnectStrategy: (attempt: number) => Math.min(50 * 2 ** attempt, MAX_RETRY_DELAY),
    },
  }
  let lost = false
  let closed = false

  const publisher = createPublisher(shared)
  const subscriber = createClient(shared)
  // An `error` event without a listener would end the process. It is emitted at every attempt; log it once.
  subscriber.on('error', (err: unknown) => {
    // If Redis answers a ping with an error, for instance while it loads its data, the connection is not lost.
    if (closed || lost || subscriber.isReady) return
    lost = true
    logger.warn({ err }, 'Redis is lost. Other processes cannot be reached until it is back.')
  })
  subscriber.on('ready', () => {
    if (!lost) return
    lost = false
    logger.info({}, 'Redis is back.')
    onRestored?.()
  })
  subscriber.connect().catch((err: unknown) => {
    if (!closed) logger.error({ err }, 'The connection to Redis was closed.')
  })

  return {
    get isConnected() {
      return publisher.isReady && subscriber.isReady
    },
    publish: (channel, message) => publisher.publish(prefix + channel, message),
    async subscribe(channel, receive) {
      const listener = (message: string): void => receive(message)
      await subscriber.subscribe(prefix + channel, listener)
      return async () => {
        // Not awaited: a hung Redis would block the caller.
        if (subscriber.isReady) subscriber.unsubscribe(prefix + channel, listener).catch(() => undefined)
      }
    },
    async close() {
      closed = true
      publisher.close()
      subscriber.destroy()
    },
  }
}

/** The connection that messages are sent on. */
export type Publisher = {
  readonly isReady: boolean
  /** @throws Error when Redis is down, does not answer in time, or has too many pending messages */
  publish(channel: string, message: string): Promise<void>
  close(): void
}

/** Total size of messages waiting for an answer from Redis, in characters. */
const MAX_PENDING_SIZE = 8_000_000
/** Memory that each pending message takes in addition to its text. */
const MESSAGE_OVERHEAD = 200

/** Connects, and replaces the connection when Redis stops responding. */
export function createPublisher(options: NonNullable<Parameters<typeof createClient>[0]>): Publisher {
  let client = open()
  let pendingSize = 0

  function open() {
    // Without the offline queue, a failed send is an error now, rather than memory that grows until Redis is back.
    const opened = createClient({ ...options, disableOfflineQueue: true })
    // The subscriber logs the loss of Redis.
    opened.on('error', () => undefined)
    opened.connect().catch(() => undefined)
    return opened
  }

  /** Fails all pending messages at once. The client's own socket timeout would restart at every write. */
  function replace(hung: typeof client): void {
    if (hung !== client) return
    client = open()
    hung.destroy()
  }

  return {
    get isReady() {
      return client.isReady
    },
    async publish(channel, message) {
      const size = message.length + MESSAGE_OVERHEAD
      if (pendingSize > 0 && pendingSize + size > MAX_PENDING_SIZE)
        throw new Error('Too many messages are waiting for Redis.')
      const used = client
      pendingSize += size
      try {
        await withTimeLimit(used.publish(channel, message), () => replace(used))
      } finally {
        pendingSize -= size
      }
    },
    close: () => client.destroy(),
  }
}

/** How long Redis may take to answer a command, in ms. */
const TIME_LIMIT = 1_000

/**
 * The client's own `timeout` no longer applies once a command is written.
 * @throws Error when there is no answer in time, after `onLate` was called
 */
export async function withTimeLimit<Answer>(answer: Promise<Answer>, onLate?: () => void): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  let settled = false
  const timer = setTimeout(() => {
    // If the event loop was blocked, an unread answer may have arrived: it is read before this callback.
    setImmediate(() => {
      if (settled) return
      reject(new Error('Redis did not answer in time.'))
      onLate?.()
    })
  }, TIME_LIMIT)
  try {
    return await Promise.race([answer, late])
  } finally {
    settled = true
    clearTimeout(timer)
  }
}
