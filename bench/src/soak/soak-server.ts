// The hub's own process, started by soak-benchmark.ts.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { createHubServer } from '@partyline/signalr-hub'
import { answerCalls } from '../harness/child-process.ts'

/** Passes of the collector until nothing more is found. */
const PASSES = 5
const hubs = createHubServer()
const hub = hubs.hub('/soak', {
  onConnected: async (context) => {
    await context.groups.add(`group ${context.connectionId.slice(0, 1)}`)
  },
  methods: { echo: (_, text) => text },
})

const handlers = {
  async start(): Promise<number> {
    const http = createServer()
    hubs.attach(http)
    http.listen(0, '127.0.0.1')
    await once(http, 'listening')
    return (http.address() as AddressInfo).port
  },
  /** To everybody who is there at the moment. */
  broadcast: (text: string) => hub.clients.all().send('news', [text]),
  connections: () => hub.connections().length,
  /** What lives after a full collection, in bytes. */
  async heap(): Promise<number> {
    for (let pass = 0; pass < PASSES; pass += 1) {
      globalThis.gc?.()
      await setTimeout(50)
    }
    return process.memoryUsage().heapUsed
  },
}
export type SoakFunctions = typeof handlers

answerCalls(handlers)
