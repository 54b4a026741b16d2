import type { ServerResponse } from 'node:http'
import type { Clock } from '../platform/clock.ts'
import type { Limits } from '../platform/limits.ts'
import type { Connection } from './connection.ts'
import type { OutgoingRecord } from './record.ts'
import type { Transport } from './transport.ts'

/** A poll that waits for data. */
export type Poll = {
  readonly response: ServerResponse
  /** Added to any response. */
  readonly headers: Readonly<Record<string, string>>
}

/** Long polling outlives its requests: between polls, the connection is idle. */
export type LongPollingTransport = Transport & {
  /** Accepts the next poll. A waiting one is answered 204 and replaced. */
  poll(next: Poll): void
  /** The client has terminated the connection: a waiting poll is answered 204. */
  terminate(): void
}

type PollState =
  | { readonly name: 'idle'; readonly since: number }
  | { readonly name: 'polling'; readonly poll: Poll; readonly since: number }
  | { readonly name: 'answering'; readonly response: ServerResponse }
  | { readonly name: 'ended' }

const NO_CACHE = {
  'Cache-Control': 'no-cache, no-store',
  Pragma: 'no-cache',
  Expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
}

type Options = { readonly clock: Clock; readonly limits: Limits }

/** The first poll gets an empty response at once, which tells the client that it may start. */
export function createLongPollingTransport(
  connection: Connection,
  first: Poll,
  options: Options,
): LongPollingTransport {
  const { clock, limits } = options
  let state: PollState = { name: 'idle', since: clock.now() }

  function answer(poll: Poll, status: 200 | 204, payload?: Buffer): void {
    const { response, headers } = poll
    const type = payload ? 'application/octet-stream' : 'text/plain'
    const length = status === 204 ? {} : { 'Content-Length': payload?.length ?? 0 }
    response.writeHead(status, { ...headers, ...NO_CACHE, 'Content-Type': type, ...length })
    state = { name: 'answering', response }
    response.end(payload)
    response.once('close', () => {
      if (state.name === 'answering' && state.response === response) state = { name: 'idle', since: clock.now() }
    })
  }

  function finish(): void {
    if (state.name === 'polling') answer(state.poll, 204)
    state = { name: 'ended' }
    connection.transportEnded()
  }

  const transport: LongPollingTransport = {
    name: 'LongPolling',
    get writable() {
      return state.name === 'polling'
    },
    get blocked() {
      return state.name === 'answering'
    },
    poll(next) {
      if (state.name === 'polling') answer(state.poll, 204)
      const polling: PollState = { name: 'polling', poll: next, since: clock.now() }
      state = polling
      next.response.once('close', () => {
        if (state === polling) state = { name: 'idle', since: clock.now() }
      })
      connection.drained()
    },
    terminate: finish,
    write: ({ payload }: OutgoingRecord) => {
      if (state.name === 'polling') answer(state.poll, 200, payload)
    },
    end() {
      // Without a waiting poll, the next one gets the end.
      if (state.name === 'polling') finish()
    },
    destroy() {
      if (state.name === 'polling') state.poll.response.destroy()
      if (state.name === 'answering') state.response.destroy()
      state = { name: 'ended' }
    },
    // Input arrives in POST requests, which are not answered while the connection is paused.
    pause: () => undefined,
    resume: () => undefined,
    tick(now) {
      if (state.name === 'polling' && now - state.since >= limits.longPollTimeout) answer(state.poll, 200)
      if (state.name === 'idle' && now - state.since >= limits.disconnectTimeout) {
        connection.abort(new Error('The client stopped polling.'))
      }
    },
  }
  answer(first, 200)
  return transport
}
