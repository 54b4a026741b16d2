import { once } from 'node:events'
import { connect } from 'node:net'
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

/** Sends a GET and leaves while the server asks who it is. */
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

test('Q12: an event stream whose client left while it was asked who it is can be opened again', async () => {
  const http = createHubHttp(`${host.origin}/hub`)
  const token = await http.negotiate()
  await leaveEarly(token, 'text/event-stream')
  const stream = await http.request('GET', token, { headers: { Accept: 'text/event-stream' } })
  expect(stream.status).toBe(200)
  await stream.body?.cancel()
})

test('Q12: a poll whose client left while it was asked who it is takes no message along', async () => {
  const http = createHubHttp(`${host.origin}/hub`)
  const token = await http.openLongPolling()
  await leaveEarly(token, '*/*')
  await hub.clients.all().send('news', ['kept'])
  await new Promise((resolve) => setImmediate(resolve))
  expect(await (await http.request('GET', token)).text()).toContain('"kept"')
  await http.request('DELETE', token)
})
