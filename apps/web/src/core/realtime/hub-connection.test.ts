import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildHubConnection } from './hub-connection.ts'

/** A hub that offers server-sent events and long polling, rejects both, and records the attempts. */
let hub: Server
let tried: string[]
let base: string
beforeEach(async () => {
  tried = []
  hub = createServer(({ method, headers }, response) => {
    if (method === 'POST') {
      const availableTransports = ['ServerSentEvents', 'LongPolling'].map((transport) => ({
        transport,
        transferFormats: ['Text'],
      }))
      response.end(
        JSON.stringify({ negotiateVersion: 1, connectionId: 'a', connectionToken: 'b', availableTransports }),
      )
      return
    }
    tried.push(headers.accept?.includes('text/event-stream') ? 'ServerSentEvents' : 'LongPolling')
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(hub.address() as AddressInfo).port}`
})
afterEach(() => {
  hub.closeAllConnections()
  hub.close()
})

it.each([
  [false, ['ServerSentEvents', 'LongPolling']],
  [true, ['LongPolling']],
])('skips server-sent events, which a proxy may buffer, only on a retry (retry: %s)', async (isRetry, expected) => {
  const connection = await buildHubConnection({ base, accessToken: async () => 'token', isRetry })
  await expect(connection.start()).rejects.toThrow('Unable to connect')
  expect(tried).toEqual(expected)
})
