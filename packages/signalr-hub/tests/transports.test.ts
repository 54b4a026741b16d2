import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { describe, expect, test } from 'vitest'
import { answer } from './support/answer.ts'
import { openEchoHub } from './support/echo-hub.ts'
import { startHost } from './support/hub-host.ts'
import { createHubHttp, HANDSHAKE } from './support/http.ts'
import { connectRaw } from './support/raw-client.ts'

const echo = openEchoHub()

const EVENTS = { headers: { Accept: 'text/event-stream' } }

describe('every transport', () => {
  test('T1: a request without an id is answered 400', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(await answer(fetch(echo.url, { method }))).toEqual([400, 'Connection ID required'])
    }
  })

  test('T2: an id that is unknown, or of another hub, is answered 404', async () => {
    const token = await createHubHttp(echo.url).negotiate()
    const other = createHubHttp(`${echo.host.origin}/polls`)
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(await answer(other.request(method, token))).toEqual([404, 'No Connection with that ID'])
    }
  })

  test('T2: a request with an unknown id is finished by its answer, without an error', async () => {
    const logged: unknown[] = []
    const write = (details: object, message: string): void => void logged.push(details, message)
    const logger = { debug: write, info: write, warn: write, error: write }
    await using host = await startHost((server) => server.hub('/hub', {}), { logger })
    const http = createHubHttp(`${host.origin}/hub`)
    for (const [method, init] of [['GET', EVENTS], ['GET'], ['POST'], ['DELETE']] as const) {
      expect(await answer(http.request(method, 'unknown', init))).toEqual([404, 'No Connection with that ID'])
    }
    expect(logged).toEqual([])
  })

  test('T3: an unsupported method is answered 405', async () => {
    expect((await fetch(echo.url, { method: 'PATCH' })).status).toBe(405)
  })

  test('T4: a connection keeps its transport', async () => {
    const http = createHubHttp(echo.url)
    const token = await http.openLongPolling()
    expect(await answer(http.request('GET', token, EVENTS))).toEqual([400, 'Cannot change transports mid-connection'])
    const events = await http.negotiate()
    const stream = await http.request('GET', events, EVENTS)
    expect(await answer(http.request('GET', events))).toEqual([400, 'Cannot change transports mid-connection'])
    await stream.body?.cancel()
  })

  test('T5: a second stream for one connection is answered 409', async () => {
    const http = createHubHttp(echo.url)
    const token = await http.negotiate()
    const stream = await http.request('GET', token, EVENTS)
    expect(await answer(http.request('GET', token, EVENTS))).toEqual([409, ''])
    await stream.body?.cancel()
  })

  test('T6: a transport that the hub does not allow is answered 404', async () => {
    const text = 'ServerSentEvents transport not supported by this end point type'
    expect(await answer(fetch(`${echo.host.origin}/polls?id=x`, EVENTS))).toEqual([404, text])
    await expect(connectRaw(`${echo.host.origin}/polls`)).rejects.toThrow('Unexpected server response: 404')
  })

  test('T7: a POST before there is a transport is answered 400', async () => {
    const http = createHubHttp(echo.url)
    const token = await http.negotiate()
    expect((await http.request('POST', token, { body: HANDSHAKE })).status).toBe(400)
  })
})

describe('falling back', () => {
  test('T8: a lost upgrade is answered 426, and the client tries the next transport', async () => {
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
    await using client = await connectRaw(echo.url)
    client.send('{"type":1,"invocationId":"1","target":"Echo","arguments":[7]}\u001e')
    expect(await client.record()).toEqual({ type: 3, invocationId: '1', result: 7 })
  })

  test('W2: an empty close frame is answered with 1000', async () => {
    await using client = await connectRaw(echo.url)
    client.socket.close()
    expect(await client.closed).toBe(1000)
  })

  test('W3: the server closes with 1000 normally and with 1011 after an error', async () => {
    await using normal = await connectRaw(echo.url)
    echo.hub.closeWhere(() => true)
    expect(await normal.closed).toBe(1000)
    await using broken = await connectRaw(echo.url)
    broken.send('not json\u001e')
    expect(await broken.closed).toBe(1011)
  })

  test('W4: a POST to a WebSocket connection is answered 405', async () => {
    const http = createHubHttp(echo.url)
    const token = await http.negotiate()
    await using _client = await connectRaw(`${echo.url}?id=${token}`)
    expect(await answer(http.request('POST', token))).toEqual([
      405,
      'POST requests are not allowed for WebSocket connections.',
    ])
  })

  test('W5: DELETE ends long polling only', async () => {
    const http = createHubHttp(echo.url)
    const token = await http.negotiate()
    await using _client = await connectRaw(`${echo.url}?id=${token}`)
    expect(await answer(http.request('DELETE', token))).toEqual([
      400,
      'Cannot terminate this connection using the DELETE endpoint.',
    ])
    expect((await http.request('DELETE', await http.negotiate())).status).toBe(400)
  })

  test('W6: a second socket for one connection is refused with 409', async () => {
    const token = await createHubHttp(echo.url).negotiate()
    await using _client = await connectRaw(`${echo.url}?id=${token}`)
    await expect(connectRaw(`${echo.url}?id=${token}`)).rejects.toThrow('Unexpected server response: 409')
  })

  test('W7: an id that is unknown is refused with 404', async () => {
    await expect(connectRaw(`${echo.url}?id=unknown`)).rejects.toThrow('Unexpected server response: 404')
  })

  test('W8: compression is not negotiated', async () => {
    await using client = await connectRaw(echo.url)
    expect(client.socket.extensions).toBe('')
  })
})

describe('Server-Sent Events', () => {
  test('E1: the response begins at once, uncompressed and uncached', async () => {
    const http = createHubHttp(echo.url)
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

  test('E2: every record is one event, and input arrives by POST', async () => {
    const http = createHubHttp(echo.url)
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
    const http = createHubHttp(echo.url)
    const token = await http.negotiate()
    const stream = await http.request('GET', token, EVENTS)
    await http.request('POST', token, { body: HANDSHAKE })
    echo.hub.closeWhere(() => true)
    expect(await stream.text()).toBe(':\r\ndata: {}\u001e\r\n\r\ndata: {"type":7}\u001e\r\n\r\n')
  })
})
