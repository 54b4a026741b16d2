import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createHubServer, type Hub, type HubContext, type HubServerOptions, type HubUser } from '../src/index.ts'
import { createDeferred } from './support/deferred.ts'
import { type HubHostOptions, startHost } from './support/hub-host.ts'
import { createHubHttp } from './support/http.ts'
import { createManualClock } from './support/manual-clock.ts'
import { connectRaw } from './support/raw-client.ts'

type Hosted = Parameters<Parameters<typeof startHost>[0]>[0]

const echo = (server: Hosted): void => void server.hub('/hub', { methods: { Echo: (_context, value) => value } })
const start = (options: HubHostOptions, configure = echo) => startHost(configure, options)

const call = (id: string, value: string): string =>
  `{"type":1,"invocationId":"${id}","target":"Echo","arguments":["${value}"]}\u001e`

/** A hub with a buffer of 200,000 bytes. Time stands still, so only the buffer size can close a connection. */
async function startFlooded() {
  const goodbye = createDeferred<Error | undefined>()
  const opened: Hub<HubUser>[] = []
  const host = await start({ clock: createManualClock(), maximumBufferedBytes: 200_000 }, (server) => {
    opened.push(server.hub('/hub', { onDisconnected: (_context, error) => goodbye.resolve(error) }))
  })
  return {
    url: `${host.origin}/hub`,
    goodbye: goodbye.promise,
    isConnected: () => opened.some((hub) => hub.connections().length > 0),
    async send(bytes: number) {
      for (let sent = 0; sent < bytes; sent += 1_000) await opened[0]?.clients.all().send('x', ['x'.repeat(1_000)])
    },
    /** Sends one record of this size in bytes. */
    async sendRecord(bytes: number) {
      const frame = '{"type":1,"target":"x","arguments":[""]}\u001e'
      await opened[0]?.clients.all().send('x', ['x'.repeat(bytes - frame.length)])
    },
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  }
}

describe('limits', () => {
  test('Q1: a message above 32 KB closes the connection with a reason', async () => {
    await using host = await start({})
    await using client = await connectRaw(`${host.origin}/hub`)
    client.send(call('1', 'x'.repeat(32_000)))
    expect(await client.record()).toMatchObject({ invocationId: '1' })
    client.send(call('2', 'x'.repeat(32_768)))
    expect(await client.record()).toMatchObject({ type: 7, error: /The maximum message size of 32768B was exceeded/ })
  })

  test('Q2: many messages together may be larger than one', async () => {
    await using host = await start({ maximumQueuedBytes: 1_000_000 })
    await using client = await connectRaw(`${host.origin}/hub`)
    client.send([1, 2, 3, 4].map((id) => call(String(id), 'x'.repeat(20_000))).join(''))
    for (const id of [1, 2, 3, 4]) expect(await client.record()).toMatchObject({ invocationId: String(id) })
  })

  test('Q3: a frame larger than the buffer closes the socket, a larger POST is answered 413', async () => {
    await using host = await start({ maximumBufferedBytes: 100_000 })
    await using client = await connectRaw(`${host.origin}/hub`)
    client.send('x'.repeat(100_001))
    expect(await client.closed).toBe(1009)
    const http = createHubHttp(`${host.origin}/hub`)
    const token = await http.openLongPolling()
    expect((await http.request('POST', token, { body: '{}\u001e'.padEnd(100_000, ' ') })).status).toBe(200)
    for (const size of [100_001, 5_000_000]) {
      expect((await http.request('POST', token, { body: 'x'.repeat(size) })).status).toBe(413)
    }
    await http.request('DELETE', token)
  })

  test('Q4: a message with too many fragments closes the socket', async () => {
    await using host = await start({ maximumFragments: 4 })
    await using client = await connectRaw(`${host.origin}/hub`)
    for (let index = 0; index < 6; index += 1) client.socket.send('x', { fin: false })
    expect(await client.closed).toBe(1008)
  })

  test('Q5: a client with more than the buffer pending is dropped', async () => {
    await using flooded = await startFlooded()
    await using client = await connectRaw(flooded.url)
    client.socket.pause()
    // The operating system buffers most of it.
    await flooded.send(20_000_000)
    expect(flooded.isConnected()).toBe(false)
    expect((await flooded.goodbye)?.message).toBe('The client reads too slowly.')
  })

  test('Q5: a long-polling client with more pending between two polls is dropped too', async () => {
    await using flooded = await startFlooded()
    await createHubHttp(flooded.url).openLongPolling()
    await flooded.send(150_000)
    expect(flooded.isConnected()).toBe(true)
    await flooded.send(100_000)
    expect(flooded.isConnected()).toBe(false)
    expect((await flooded.goodbye)?.message).toBe('The client reads too slowly.')
  })

  test('Q5: pending output may fill the buffer exactly', async () => {
    await using flooded = await startFlooded()
    await createHubHttp(flooded.url).openLongPolling()
    for (let count = 0; count < 2; count += 1) await flooded.sendRecord(100_000)
    await flooded.sendRecord(1_000)
    expect(flooded.isConnected()).toBe(true)
    await flooded.sendRecord(1_000)
    expect(flooded.isConnected()).toBe(false)
  })

  test('Q6: a client that reads nothing for 10 seconds is dropped', async () => {
    const clock = createManualClock()
    const goodbye = createDeferred<Error | undefined>()
    const flooded = createDeferred()
    await using host = await start({ clock, maximumBufferedBytes: 100_000_000 }, (server) => {
      const hub = server.hub('/hub', {
        methods: {
          Flood: () => {
            for (let index = 0; index < 10_000; index += 1) void hub.clients.all().send('x', ['x'.repeat(1_000)])
            flooded.resolve(undefined)
          },
        },
        onDisconnected: (_context, error) => goodbye.resolve(error),
      })
    })
    await using client = await connectRaw(`${host.origin}/hub`)
    client.socket.pause()
    client.send('{"type":1,"target":"Flood","arguments":[]}\u001e')
    await flooded.promise
    clock.advance(2_000)
    clock.advance(10_000)
    expect((await goodbye.promise)?.message).toBe('The client reads too slowly.')
  })

  test('C8: a client that does not read is disconnected when its session is closed', async () => {
    const clock = createManualClock()
    const flooded = createDeferred()
    let hub: Hub<HubUser> | undefined
    await using host = await start({ clock, maximumBufferedBytes: 100_000_000 }, (server) => {
      hub = server.hub('/hub', {
        methods: {
          Flood: () => {
            for (let index = 0; index < 10_000; index += 1) void hub?.clients.all().send('x', ['x'.repeat(1_000)])
            flooded.resolve(undefined)
          },
        },
      })
    })
    await using client = await connectRaw(`${host.origin}/hub`)
    client.socket.pause()
    client.send('{"type":1,"target":"Flood","arguments":[]}\u001e')
    await flooded.promise
    expect(hub?.closeWhere(() => true)).toBe(1)
    const open = promisify(host.http.getConnections.bind(host.http))
    await expect.poll(() => open()).toBe(0)
  })

  test('Q7: a client that sends faster than its methods run is paused, and loses nothing', async () => {
    const release = createDeferred()
    let calls = 0
    await using host = await start({ maximumQueuedBytes: 1_000 }, (server) => {
      server.hub('/hub', {
        methods: {
          Slow: async () => {
            calls += 1
            await release.promise
          },
        },
      })
    })
    const http = createHubHttp(`${host.origin}/hub`)
    const token = await http.openLongPolling()
    const body = '{"type":1,"target":"Slow","arguments":["x"]}\u001e'.repeat(100)
    let answered = false
    const post = http.request('POST', token, { body }).then(() => (answered = true))
    await expect.poll(() => calls).toBe(1)
    expect(answered).toBe(false)
    release.resolve(undefined)
    await post
    await expect.poll(() => calls).toBe(100)
    await http.request('DELETE', token)
  })

  test('Q8: unread uploads pause the client, unless a method waits for another message', async () => {
    const release = createDeferred()
    await using host = await start({ streamBufferCapacity: 2 }, (server) => {
      server.hub('/hub', {
        methods: {
          Late: {
            uploads: 1,
            run: async (context, upload) => {
              await context.clients.caller().invoke('ready', [])
              await release.promise
              const items = []
              for await (const item of upload as AsyncIterable<unknown>) items.push(item)
              return items.length
            },
          },
        },
      })
    })
    const http = createHubHttp(`${host.origin}/hub`)
    const token = await http.openLongPolling()
    await http.request('POST', token, {
      body: '{"type":1,"invocationId":"1","target":"Late","arguments":[],"streamIds":["u"]}\u001e',
    })
    const item = '{"type":2,"invocationId":"u","item":1}\u001e'
    expect((await http.request('POST', token, { body: item.repeat(5) })).status).toBe(200)
    let answered = false
    const end = `{"type":3,"invocationId":"s1","result":null}\u001e${item}`
    const waiting = http.request('POST', token, { body: end }).then(() => (answered = true))
    expect(await (await http.request('GET', token)).text()).toMatch('ready')
    expect(answered).toBe(false)
    release.resolve(undefined)
    await waiting
    await http.request('POST', token, { body: '{"type":3,"invocationId":"u"}\u001e' })
    expect(await (await http.request('GET', token)).text()).toMatch('"result":6')
    await http.request('DELETE', token)
  })

  test('Q8: a client that sends more than the buffer while a method waits for its answer is disconnected', async () => {
    await using host = await start({ maximumBufferedBytes: 100_000 }, (server) => {
      server.hub('/hub', { methods: { Ask: (context) => context.clients.caller().invoke('answer', []) } })
    })
    await using client = await connectRaw(`${host.origin}/hub`)
    client.send(`{"type":1,"target":"Ask","arguments":[]}\u001e`)
    expect(await client.record()).toMatchObject({ type: 1, target: 'answer' })
    for (const id of ['1', '2', '3']) client.send(call(id, 'x'.repeat(30_000)))
    client.send(call('4', 'x'.repeat(15_000)))
    expect(await client.record()).toEqual({
      type: 7,
      error: 'Connection closed with an error. Too much is waiting for this connection.',
      allowReconnect: true,
    })
  })

  test('UP4: unread items of a finished method block nothing', async () => {
    const release = createDeferred()
    await using host = await start({ streamBufferCapacity: 2 }, (server) => {
      server.hub('/hub', { methods: { Ignore: { uploads: 1, run: () => release.promise } } })
    })
    const http = createHubHttp(`${host.origin}/hub`)
    const token = await http.openLongPolling()
    const call = '{"type":1,"invocationId":"1","target":"Ignore","arguments":[],"streamIds":["u"]}\u001e'
    const items = '{"type":2,"invocationId":"u","item":1}\u001e'.repeat(5)
    const end = '{"type":3,"invocationId":"u"}\u001e'
    const waiting = http.request('POST', token, { body: call + items + end })
    release.resolve('done')
    expect((await waiting).status).toBe(200)
    expect(await (await http.request('GET', token)).text()).toMatch('"result":"done"')
    await http.request('DELETE', token)
  })

  test('Q9: a user has at most this many connections, and may open another when one ends', async () => {
    await using host = await start({ maximumConnectionsPerUser: 2 }, (server) => {
      server.hub('/hub', { authenticate: ({ accessToken }) => ({ userId: accessToken ?? '' }) })
    })
    const url = `${host.origin}/hub`
    const headers = { Authorization: 'Bearer ada' }
    const token = await createHubHttp(url, headers).negotiate()
    await using first = await connectRaw(url, { headers })
    await expect(connectRaw(url, { headers })).rejects.toThrow('429')
    expect((await fetch(`${url}/negotiate`, { method: 'POST', headers })).status).toBe(429)
    await using _other = await connectRaw(url, { headers: { Authorization: 'Bearer ben' } })
    first.socket.close()
    await first.closed
    await using _again = await connectRaw(`${url}?id=${token}`, { headers })
    await using _second = await connectRaw(url, { headers })
  })

  test('Q9: a user whose only connection ends may open another', async () => {
    await using host = await start({ maximumConnectionsPerUser: 1 }, (server) => {
      server.hub('/hub', { authenticate: () => ({ userId: 'ada' }) })
    })
    for (let times = 0; times < 3; times += 1) {
      const client = await connectRaw(`${host.origin}/hub`)
      await expect(connectRaw(`${host.origin}/hub`)).rejects.toThrow('429')
      client.socket.close()
      await client.closed
    }
  })

  test('Q9: connections without a user are not counted', async () => {
    await using host = await start({ maximumConnectionsPerUser: 1 })
    await using _first = await connectRaw(`${host.origin}/hub`)
    await using second = await connectRaw(`${host.origin}/hub`)
    expect(second.socket.readyState).toBe(second.socket.OPEN)
  })

  test('Q10: a hub has at most this many connections', async () => {
    await using host = await start({ maximumConnections: 1 })
    await using _first = await connectRaw(`${host.origin}/hub`)
    await expect(connectRaw(`${host.origin}/hub`)).rejects.toThrow('429')
  })

  test('Q11: every limit can be set for one hub, and an invalid one is refused at once', () => {
    expect(() => createHubServer({ keepAliveInterval: 0 })).toThrow(
      'keepAliveInterval must be a number above 0, not 0.',
    )
    expect(() => createHubServer({ maximumReceiveMessageSize: 2_000_000 })).toThrow(
      'maximumBufferedBytes must be at least maximumReceiveMessageSize.',
    )
    const equal = { maximumReceiveMessageSize: 2_000, maximumBufferedBytes: 2_000, keepAliveInterval: undefined }
    expect(() => createHubServer().hub('/hub', equal)).not.toThrow()
    const nan: HubServerOptions = { maximumReceiveMessageSize: Number.NaN }
    expect(() => createHubServer().hub('/hub', nan)).toThrow('maximumReceiveMessageSize')
  })

  test('Q12: a client that leaves in the middle of a POST is forgotten', async () => {
    await using host = await start({})
    const http = createHubHttp(`${host.origin}/hub`)
    const token = await http.openLongPolling()
    const socket = connect(host.port, '127.0.0.1')
    socket.write(`POST /hub?id=${token} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"type"`)
    await once(host.http, 'request')
    socket.destroy()
    expect((await http.request('POST', token, { body: call('1', 'x') })).status).toBe(200)
    expect(await (await http.request('GET', token)).text()).toMatch('"invocationId":"1"')
    await http.request('DELETE', token)
  })

  test('Q13: at most this many streams run per connection, and another may start when one ends', async () => {
    await using host = await start({ maximumStreams: 2 }, (server) => {
      const endless = (context: HubContext) =>
        (async function* () {
          yield 1
          await once(context.signal, 'abort')
        })()
      server.hub('/hub', { streams: { Endless: endless } })
    })
    await using client = await connectRaw(`${host.origin}/hub`)
    const open = (id: string): void =>
      client.send(`{"type":4,"invocationId":"${id}","target":"Endless","arguments":[]}\u001e`)
    for (const id of ['1', '2']) {
      open(id)
      expect(await client.record()).toEqual({ type: 2, invocationId: id, item: 1 })
    }
    open('3')
    const refused = { type: 3, invocationId: '3', error: 'Too many streams run on this connection.' }
    expect(await client.record()).toEqual(refused)
    client.send('{"type":5,"invocationId":"1"}\u001e')
    expect(await client.record()).toMatchObject({ type: 3, invocationId: '1' })
    open('4')
    expect(await client.record()).toEqual({ type: 2, invocationId: '4', item: 1 })
  })
})
