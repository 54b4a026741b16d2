/** Passes messages between the processes of one application. */
export interface Backplane {
  /** Sends to all subscribers of the channel in all processes, possibly including this one. */
  publish(channel: string, message: string): Promise<void>
  /** Subscribes to the channel. Call the returned function to unsubscribe. */
  subscribe(channel: string, receive: (message: string) => void): Promise<() => Promise<void>>
}

/** Connects several hub servers within one process. A single server needs no backplane. */
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
