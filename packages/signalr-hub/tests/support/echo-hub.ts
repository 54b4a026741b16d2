import { afterAll, beforeAll } from 'vitest'
import type { Hub, HubUser } from '../../src/index.ts'
import { type HubHost, startHost } from './hub-host.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'

/** A hub on every transport, open while the tests run. */
type EchoHub = {
  readonly clock: ManualClock
  /** `/polls` is a second hub, which allows long polling only. */
  readonly host: HubHost
  readonly hub: Hub<HubUser>
  readonly url: string
}

/** Opens a hub for the tests of a file. */
export function openEchoHub(): EchoHub {
  const clock = createManualClock()
  let host: HubHost
  let hub: Hub<HubUser>
  let url: string

  beforeAll(async () => {
    host = await startHost(
      (server) => {
        hub = server.hub('/hub', {
          methods: { Echo: (_context, value) => value },
          transports: ['WebSockets', 'ServerSentEvents', 'LongPolling'],
        })
        server.hub('/polls', { transports: ['LongPolling'] })
      },
      { clock },
    )
    url = `${host.origin}/hub`
  })
  afterAll(() => host[Symbol.asyncDispose]())

  return {
    clock,
    get host() {
      return host
    },
    get hub() {
      return hub
    },
    get url() {
      return url
    },
  }
}
