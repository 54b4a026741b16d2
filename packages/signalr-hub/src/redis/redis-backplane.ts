import { createClient } from 'redis'
import type { Backplane } from '../backplanes/backplane.ts'
import { type Logger, silentLogger } from '../server/logger.ts'

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

/** The longest wait before Redis is tried again, in ms. */
const LONGEST_RETRY_DELAY = 2_000

/**
 * Joins processes by Redis publish and subscribe. It connects by itself and for ever: while Redis is away, sending to other
 * processes fails (the hub logs it and serves its own clients), and subscriptions are renewed when it is back. A
 * subscription that was under way when Redis was lost fails; the hub asks for it again.
 */
export function createRedisBackplane(options: RedisBackplaneOptions): RedisBackplane {
  const { url, prefix = '', logger = silentLogger, onRestored } = options
  const socket = { reconnectStrategy: (attempt: number) => Math.min(50 * 2 ** attempt, LONGEST_RETRY_DELAY) }
  // Without the queue, what cannot be sent now is an error now, not memory that grows until Redis is back.
  const publisher = createClient({ url, socket, disableOfflineQueue: true })
  const subscriber = createClient({ url, socket })
  let lost = false

  function connect(client: typeof publisher): void {
    client.connect().catch((err: unknown) => logger.error({ err }, 'The connection to Redis has ended.'))
  }

  // An event without a listener would end the process. Redis repeats it at every attempt; the log has it once.
  publisher.on('error', () => undefined)
  subscriber.on('error', (err: unknown) => {
    if (!lost) logger.warn({ err }, 'Redis is lost; other processes are not reached until it is back.')
    lost = true
  })
  subscriber.on('ready', () => {
    if (!lost) return
    lost = false
    logger.info({}, 'Redis is back.')
    onRestored?.()
  })
  connect(publisher)
  connect(subscriber)

  return {
    get isConnected() {
      return publisher.isReady && subscriber.isReady
    },
    async publish(channel, message) {
      await publisher.publish(prefix + channel, message)
    },
    async subscribe(channel, receive) {
      const listener = (message: string): void => receive(message)
      await subscriber.subscribe(prefix + channel, listener)
      return async () => {
        if (subscriber.isReady) await subscriber.unsubscribe(prefix + channel, listener)
      }
    },
    async close() {
      publisher.destroy()
      subscriber.destroy()
    },
  }
}
