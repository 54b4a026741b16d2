import { createClient } from 'redis'
import type { Backplane } from '../backplanes/backplane.ts'
import { type Logger, silentLogger } from '../server/logger.ts'
import { createPublisher } from './publisher.ts'

/** Where Redis is. */
export type RedisBackplaneOptions = {
  /** For instance `redis://user:password@host:6379`. */
  readonly url: string
  /** Put before every channel, so that several applications can share a Redis. Default none. */
  readonly prefix?: string
  readonly logger?: Logger
  /** Called when a lost Redis is back: messages of other processes may have been missed meanwhile. */
  readonly onRestored?: () => void
}

/** A backplane that the application closes after its hub server. */
export type RedisBackplane = Backplane & {
  /** False while this process knows that it cannot speak to the others or hear them. */
  readonly isConnected: boolean
  close(): Promise<void>
}

/** Maximum wait before reconnecting to Redis, in ms. */
const MAX_RETRY_DELAY = 2_000
/**
 * In ms. A hung server keeps its connections open, so an idle connection is pinged, and cut when nothing arrives for the
 * socket timeout. Without pings the socket timeout would cut idle connections to a healthy server.
 */
const PING_INTERVAL = 1_000
const SOCKET_TIMEOUT = 2_500

/**
 * Joins processes by Redis publish and subscribe. It connects by itself and for ever: while Redis is away or does not
 * answer, sending to other processes fails (the hub logs it and serves its own clients), and subscriptions are renewed
 * when it is back. A subscription that was under way when Redis was lost fails; the hub asks for it again.
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
  // An event without a listener would end the process. Redis repeats it at every attempt; the log has it once.
  subscriber.on('error', (err: unknown) => {
    // A ping that Redis answers with an error, while it loads its data for instance, loses no connection.
    if (closed || lost || subscriber.isReady) return
    lost = true
    logger.warn({ err }, 'Redis is lost; other processes are not reached until it is back.')
  })
  subscriber.on('ready', () => {
    if (!lost) return
    lost = false
    logger.info({}, 'Redis is back.')
    onRestored?.()
  })
  subscriber.connect().catch((err: unknown) => {
    if (!closed) logger.error({ err }, 'The connection to Redis has ended.')
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
        // Not awaited: a Redis that hangs would hold up whoever closes.
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
