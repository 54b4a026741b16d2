import type { CompletionMessage } from '../protocol/hub-message.ts'
import { HubException } from './hub-exception.ts'

type Waiting = { resolve(result: unknown): void; reject(error: Error): void }

/** Answers from clients that the server waits for. */
export type ClientResults = {
  /**
   * Sends a call with a new invocation ID and waits for its answer.
   * @throws HubException with the client's error, or Error when the signal fires first
   */
  ask(send: (invocationId: string) => void | Promise<void>, signal: AbortSignal): Promise<unknown>
  /** Handles an answer; unexpected ones are ignored. */
  complete(message: CompletionMessage): void
  /** Rejects all pending calls. */
  cancel(error: Error): void
}

/**
 * @param prefix of the invocation IDs. The default distinguishes them from the clients' own IDs, which are numbers.
 */
export function createClientResults(prefix = 's'): ClientResults {
  const waiting = new Map<string, Waiting>()
  let last = 0

  return {
    async ask(send, signal) {
      last += 1
      const invocationId = `${prefix}${last}`
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const giveUp = (): void => reject(new Error('The client did not answer in time.'))
      if (signal.aborted) giveUp()
      signal.addEventListener('abort', giveUp, { once: true })
      waiting.set(invocationId, { resolve, reject })
      try {
        // Awaited together, so that a rejection that arrives while sending is handled.
        const [answer] = await Promise.all([promise, (async () => send(invocationId))()])
        return answer
      } finally {
        signal.removeEventListener('abort', giveUp)
        waiting.delete(invocationId)
      }
    },
    complete({ invocationId, outcome }) {
      const entry = waiting.get(invocationId)
      if (outcome.kind === 'error') entry?.reject(new HubException(outcome.error))
      else entry?.resolve(outcome.kind === 'result' ? outcome.result : undefined)
    },
    cancel(error) {
      for (const entry of waiting.values()) entry.reject(error)
    },
  }
}
