import type { CompletionMessage } from '../protocols/hub-message.ts'
import { HubException } from '../hubs/hub-exception.ts'

type Waiting = { resolve(result: unknown): void; reject(error: Error): void }

/** Answers that the server waits for. */
export type ClientResults = {
  /**
   * Sends a question under a new invocation id and waits for its answer.
   * @throws HubException with the client's words, or Error when the signal fires first
   */
  ask(send: (invocationId: string) => void | Promise<void>, signal: AbortSignal): Promise<unknown>
  /** Takes an answer; one that nobody waits for is ignored. */
  complete(message: CompletionMessage): void
  /** Gives up all answers. */
  cancel(error: Error): void
}

/**
 * @param prefix of the invocation ids. The default keeps them apart from those that clients choose, which are numbers.
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
        // Together, so that a refusal that comes while the question is still being sent finds somebody listening.
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
