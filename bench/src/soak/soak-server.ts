// The hub's own process, started by soak-benchmark.ts.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { createHubServer } from '@partyline/signalr-hub'
import { answerCalls } from '../harness/child-process.ts'

/** Number of garbage collections until nothing more is freed. */
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
  /** Broadcasts to all current connections. */
  broadcast: (text: string) => hub.clients.all().send('news', [text]),
  connections: () => hub.connections().length,
  /** Heap size after a full garbage collection, in bytes. */
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
