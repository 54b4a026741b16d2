import { createClient } from 'redis'
import { withTimeLimit } from './time-limit.ts'

/** The connection that messages go out by. */
export type Publisher = {
  readonly isReady: boolean
  /** @throws Error when Redis is away, does not answer in time, or too much is waiting for it */
  publish(channel: string, message: string): Promise<void>
  close(): void
}

/** Messages that wait for an answer of Redis, in characters. */
const MAX_PENDING_SIZE = 8_000_000
/** What one of them takes in memory besides its text. */
const MESSAGE_OVERHEAD = 200

/** Connects, and replaces the connection when Redis stops answering. */
export function createPublisher(options: NonNullable<Parameters<typeof createClient>[0]>): Publisher {
  let client = open()
  let pendingSize = 0

  function open() {
    // Without the queue, what cannot be sent now is an error now, not memory that grows until Redis is back.
    const opened = createClient({ ...options, disableOfflineQueue: true })
    // The subscriber reports the loss of Redis.
    opened.on('error', () => undefined)
    opened.connect().catch(() => undefined)
    return opened
  }

  /** Fails everything that waits on it at once. Every write would restart the client's own socket timeout. */
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
      if (pendingSize > 0 && pendingSize + size > MAX_PENDING_SIZE) throw new Error('Too much is waiting for Redis.')
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
