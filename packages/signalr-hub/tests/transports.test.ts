import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Hub, HubUser } from '../src/index.ts'
import { type HubHost, startHost } from './support/hub-host.ts'
import { createHubHttp, HANDSHAKE } from './support/http.ts'
import { createManualClock } from './support/manual-clock.ts'
import { connectRaw } from './support/raw-client.ts'

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

const EVENTS = { headers: { Accept: 'text/event-stream' } }

async function answer(response: Response | Promise<Response>): Promise<[number, string]> {
  const { status, text } = await Promise.resolve(response).then(async (r) => ({
    status: r.status,
    text: await r.text(),
  }))
  return [status, text]
}

describe('every transport', () => {
  test('T1: a request without an id is answered 400', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(await answer(fetch(url, { method }))).toEqual([400, 'Connection ID required'])
    }
  })

  test('T2: an id that is unknown, or of another hub, is answered 404', async () => {
    const token = await createHubHttp(url).negotiate()
    const other = createHubHttp(`${host.origin}/polls`)
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(await answer(other.request(method, token))).toEqual([404, 'No Connection with that ID'])
    }
  })

  test('T3: a method that means nothing is answered 405', async () => {
    expect((await fetch(url, { method: 'PATCH' })).status).toBe(405)
  })

  test('T4: a connection keeps its transport', async () => {
    const http = createHubHttp(url)
    const token = await http.openLongPolling()
    expect(await answer(http.request('GET', token, EVENTS))).toEqual([400, 'Cannot change transports mid-connection'])
    const events = await http.negotiate()
    const stream = await http.request('GET', events, EVENTS)
    expect(await answer(http.request('GET', events))).toEqual([400, 'Cannot change transports mid-connection'])
    await stream.body?.cancel()
  })

  test('T5: a second stream for one connection is answered 409', async () => {
    const http = createHubHttp(url)
    const token = await http.negotiate()
    const stream = await http.request('GET', token, EVENTS)
    expect(await answer(http.request('GET', token, EVENTS))).toEqual([409, ''])
    await stream.body?.cancel()
  })

  test('T6: a transport that the hub does not allow is answered 404', async () => {
    const text = 'ServerSentEvents transport not supported by this end point type'
    expect(await answer(fetch(`${host.origin}/polls?id=x`, EVENTS))).toEqual([404, text])
    await expect(connectRaw(`${host.origin}/polls`)).rejects.toThrow('Unexpected server response: 404')
  })

  test('T7: a POST before there is a transport is answered 400', async () => {
    const http = createHubHttp(url)
    const token = await http.negotiate()
    expect((await http.request('POST', token, { body: HANDSHAKE })).status).toBe(400)
  })
})

describe('falling back', () => {
  test('T8: a lost upgrade is answered 426, and the client takes the next transport', async () => {
    await using behindProxy = await startHost((server) => {
      server.hub('/hub', { methods: { Transport: ({ transport }) => transport } })
    })
    behindProxy.http.removeAllListeners('upgrade')
    const connection = new HubConnectionBuilder()
      .withUrl(`${behindProxy.origin}/hub`)
      .configureLogging(LogLevel.None)
      .build()
    await connection.start()
    expect(await connection.invoke('transport')).toBe('ServerSentEvents')
    await connection.stop()
    const lost = await fetch(`${behindProxy.origin}/hub?id=x`, { headers: { 'Sec-WebSocket-Key': 'x' } })
    expect(lost.status).toBe(426)
  })
})

describe('WebSockets', () => {
  test('W1: a client may skip negotiate', async () => {
    await using client = await connectRaw(url)
    client.send('{"type":1,"invocationId":"1","target":"Echo","arguments":[7]}\u001e')
    expect(await client.record()).toEqual({ type: 3, invocationId: '1', result: 7 })
  })

  test('W2: an empty close frame is answered with 1000', async () => {
    await using client = await connectRaw(url)
    client.socket.close()
    expect(await client.closed).toBe(1000)
  })

  test('W3: the server closes with 1000 normally and with 1011 after an error', async () => {
    await using normal = await connectRaw(url)
    hub.closeWhere(() => true)
    expect(await normal.closed).toBe(1000)
    await using broken = await connectRaw(url)
    broken.send('not json\u001e')
    expect(await broken.closed).toBe(1011)
  })

  test('W4: a POST to a WebSocket connection is answered 405', async () => {
    const http = createHubHttp(url)
    const token = await http.negotiate()
    await using _client = await connectRaw(`${url}?id=${token}`)
    expect(await answer(http.request('POST', token))).toEqual([
      405,
      'POST requests are not allowed for WebSocket connections.',
    ])
  })

  test('W5: DELETE ends long polling only', async () => {
    const http = createHubHttp(url)
    const token = await http.negotiate()
    await using _client = await connectRaw(`${url}?id=${token}`)
    expect(await answer(http.request('DELETE', token))).toEqual([
      400,
      'Cannot terminate this connection using the DELETE endpoint.',
    ])
  })

  test('W6: a second socket for one connection is refused with 409', async () => {
    const token = await createHubHttp(url).negotiate()
    await using _client = await connectRaw(`${url}?id=${token}`)
    await expect(connectRaw(`${url}?id=${token}`)).rejects.toThrow('Unexpected server response: 409')
  })

  test('W7: an id that is unknown is refused with 404', async () => {
    await expect(connectRaw(`${url}?id=unknown`)).rejects.toThrow('Unexpected server response: 404')
  })

  test('W8: compression is not negotiated', async () => {
    await using client = await connectRaw(url)
    expect(client.socket.extensions).toBe('')
  })
})

describe('Server-Sent Events', () => {
  test('E1: the response begins at once, uncompressed and uncached', async () => {
    const http = createHubHttp(url)
    const stream = await http.request('GET', await http.negotiate(), EVENTS)
    expect(stream.status).toBe(200)
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache,no-store',
      'content-encoding': 'identity',
      'x-accel-buffering': 'no',
      pragma: 'no-cache',
    })
    const reader = stream.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(':\r\n')
    await reader?.cancel()
  })

  test('E2: every record is one event, and what is sent comes by POST', async () => {
    const http = createHubHttp(url)
    const token = await http.negotiate()
    const stream = await http.request('GET', token, EVENTS)
    const reader = stream.body?.getReader()
    await reader?.read()
    const posted = await http.request('POST', token, { body: HANDSHAKE })
    expect([posted.status, await posted.text()]).toEqual([200, ''])
    expect(posted.headers.get('content-type')).toBe('text/plain')
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: {}\u001e\r\n\r\n')
    await reader?.cancel()
  })

  test('E3: the response ends when the server closes the connection', async () => {
    const http = createHubHttp(url)
    const token = await http.negotiate()
    const stream = await http.request('GET', token, EVENTS)
    await http.request('POST', token, { body: HANDSHAKE })
    hub.closeWhere(() => true)
    expect(await stream.text()).toBe(':\r\ndata: {}\u001e\r\n\r\ndata: {"type":7}\u001e\r\n\r\n')
  })
})

describe('long polling', () => {
  test('L1: the first poll is answered at once, 200 and empty', async () => {
    const http = createHubHttp(url)
    expect(await answer(http.request('GET', await http.negotiate()))).toEqual([200, ''])
  })

  test('L2: data is answered as bytes that nobody may cache', async () => {
    const http = createHubHttp(url)
    const token = await http.negotiate()
    await http.request('GET', token)
    const poll = http.request('GET', token)
    await http.request('POST', token, { body: HANDSHAKE })
    const response = await poll
    expect(await response.text()).toBe('{}\u001e')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'no-cache, no-store',
      pragma: 'no-cache',
      expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
    })
  })

  test('L3: a new poll replaces the one that waits, which is answered 204', async () => {
    const http = createHubHttp(url)
    const token = await http.openLongPolling()
    const polled = arrival()
    const old = http.request('GET', token)
    await polled
    const next = http.request('GET', token)
    expect((await old).status).toBe(204)
    await http.request('DELETE', token)
    await next
  })

  test('L4: a poll without data is answered 200 and empty after 90 seconds', async () => {
    const http = createHubHttp(url)
    const token = await http.openLongPolling()
    const polled = arrival()
    const poll = http.request('GET', token)
    await polled
    clock.advance(91_000)
    expect(await answer(poll)).toEqual([200, ''])
  })

  test('L5: the last message comes before the 204', async () => {
    const http = createHubHttp(url)
    const token = await http.openLongPolling()
    hub.closeWhere(() => true)
    expect(await answer(http.request('GET', token))).toEqual([200, '{"type":7}\u001e'])
    expect((await http.request('GET', token)).status).toBe(204)
    expect((await http.request('GET', token)).status).toBe(404)
  })

  test('L6: DELETE is answered 202, ends the poll with 204, and a late POST with 404', async () => {
    const http = createHubHttp(url)
    const token = await http.openLongPolling()
    const polled = arrival()
    const poll = http.request('GET', token)
    await polled
    expect((await http.request('DELETE', token)).status).toBe(202)
    expect((await poll).status).toBe(204)
    const late = await http.request('POST', token, { body: '{"type":7}\u001e' })
    expect([late.status, await late.text()]).toEqual([404, 'No Connection with that ID'])
  })

  test('L7: a client that stops polling is dropped after 15 seconds', async () => {
    const http = createHubHttp(url)
    const token = await http.openLongPolling()
    clock.advance(14_000)
    expect(hub.connections().length).toBeGreaterThan(0)
    clock.advance(2_000)
    expect(hub.connections()).toEqual([])
    expect((await http.request('GET', token)).status).toBe(404)
  })

  test('L8: POST requests are taken in the order in which they came', async () => {
    const http = createHubHttp(url)
    const token = await http.openLongPolling()
    const first = startPost(`${url}?id=${token}`)
    await arrival()
    const second = http.request('POST', token, { body: call(2) })
    await arrival()
    first.end(call(1))
    await second
    const results = (await (await http.request('GET', token)).text()).split('\u001e').filter(Boolean)
    expect(results.map((text) => JSON.parse(text).result)).toEqual([1, 2])
    await http.request('DELETE', token)
  })
})

/** Resolves when the next request has reached the hub. */
async function arrival(): Promise<void> {
  await once(host.http, 'request')
  await new Promise((resolve) => setImmediate(resolve))
}

/** A POST whose headers are sent, and whose body is not. */
function startPost(address: string): ClientRequest {
  const post = request(address, { method: 'POST' })
  post.flushHeaders()
  return post
}

function call(index: number): string {
  return `{"type":1,"invocationId":"${index}","target":"Echo","arguments":[${index}]}\u001e`
}
