import type { Backplane } from './backplane.ts'

/** Joins several hub servers within one process. A single server needs none. */
export function createMemoryBackplane(): Backplane {
  const channels = new Map<string, Set<(message: string) => void>>()

  return {
    async publish(channel, message) {
      for (const receive of channels.get(channel) ?? []) queueMicrotask(() => receive(message))
    },
    async subscribe(channel, receive) {
      const receivers = channels.get(channel) ?? new Set()
      channels.set(channel, receivers.add(receive))
      return async () => {
        receivers.delete(receive)
      }
    },
  }
}
