import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Hub, HubUser } from '../src/index.ts'
import { createDeferred, type Deferred } from './support/deferred.ts'
import { type HubHost, startHost } from './support/hub-host.ts'
import { createHubHttp } from './support/http.ts'

let host: HubHost
let hub: Hub<HubUser>
/** While set, `authenticate` waits for it. */
let release: Deferred | undefined
beforeEach(async () => {
  release = undefined
  host = await startHost((server) => {
    hub = server.hub('/hub', {
      authenticate: async () => {
        await release?.promise
        return { userId: 'ada' }
      },
    })
  })
})
afterEach(() => host[Symbol.asyncDispose]())

/** Sends a GET and leaves during authentication. */
async function leaveEarly(token: string, accept: string): Promise<void> {
  const held = createDeferred()
  release = held
  const arrived = once(host.http, 'request')
  const socket = connect(host.port, '127.0.0.1')
  socket.write(`GET /hub?id=${token} HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\n\r\n`)
  const [, response] = await arrived
  socket.destroy()
  await once(response, 'close')
  release = undefined
  held.resolve(undefined)
  await new Promise((resolve) => setImmediate(resolve))
}

test('Q12: an event stream whose client left during authentication can be opened again', async () => {
  const http = createHubHttp(`${host.origin}/hub`)
  const token = await http.negotiate()
  await leaveEarly(token, 'text/event-stream')
  const stream = await http.request('GET', token, { headers: { Accept: 'text/event-stream' } })
  expect(stream.status).toBe(200)
  await stream.body?.cancel()
})

test('Q12: a socket that breaks during authentication is forgotten', async () => {
  release = createDeferred()
  const upgrade = once(host.http, 'upgrade') as Promise<[unknown, Socket]>
  const client = connect(host.port, '127.0.0.1')
  client.on('error', () => undefined)
  client.write(
    'GET /hub HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  const [, socket] = await upgrade
  const closed = new Promise((resolve) => socket.on('close', resolve))
  client.resetAndDestroy()
  await closed
  release.resolve(undefined)
  release = undefined
  const token = await createHubHttp(`${host.origin}/hub`).openLongPolling()
  expect(hub.connections()).toHaveLength(1)
  await createHubHttp(`${host.origin}/hub`).request('DELETE', token)
})

test('Q12: a poll whose client left during authentication loses no message', async () => {
  const http = createHubHttp(`${host.origin}/hub`)
  const token = await http.openLongPolling()
  await leaveEarly(token, '*/*')
  await hub.clients.all().send('news', ['kept'])
  await new Promise((resolve) => setImmediate(resolve))
  expect(await (await http.request('GET', token)).text()).toContain('"kept"')
  await http.request('DELETE', token)
})
