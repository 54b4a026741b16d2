import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Hub, HubUser } from '../src/index.ts'
import { createDeferred } from './support/deferred.ts'
import { type HubHost, startHost } from './support/hub-host.ts'
import { createHubHttp } from './support/http.ts'
import { createManualClock } from './support/manual-clock.ts'
import { connectRaw } from './support/raw-client.ts'

const KILOBYTE = 'x'.repeat(1_024)
const FLOOD = 10_000
const HOLD = '{"type":1,"invocationId":"1","target":"Hold","arguments":[]}\u001e'
/** More than the method reads, so the client is paused. */
const UPLOADS =
  '{"type":1,"target":"Ignore","arguments":[],"streamIds":["u"]}\u001e' +
  '{"type":2,"invocationId":"u","item":1}\u001e'.repeat(5)

/** Methods end at `release`. 100 bytes of waiting calls, or three unread items, pause a client. */
async function startHolding(closeTimeout = 1_000) {
  const clock = createManualClock()
  const release = createDeferred()
  const held = createDeferred()
  const hubs: Hub<HubUser>[] = []
  const host = await startHost(
    (server) => {
      const hold = async () => {
        held.resolve(undefined)
        return release.promise
      }
      const methods = { Hold: hold, Ignore: { uploads: 1, run: hold } }
      hubs.push(server.hub('/hub', { methods }))
    },
    { clock, maximumQueuedBytes: 100, streamBufferCapacity: 2, maximumBufferedBytes: 100_000_000, closeTimeout },
  )
  return {
    url: `${host.origin}/hub`,
    host,
    clock,
    release,
    held: held.promise,
    close: () => hubs[0]?.closeWhere(() => true),
    flood: (count: number) => {
      for (let index = 0; index < count; index += 1) void hubs[0]?.clients.all().send('x', [KILOBYTE])
    },
    connections: () => hubs[0]?.connections().length,
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  }
}

/** Gives the server time to do what it would do at once: it answers other requests meanwhile. */
async function letServerWork(host: HubHost, requests = 20): Promise<void> {
  for (let times = 0; times < requests; times += 1) await (await fetch(host.origin)).text()
}

describe('a stream', () => {
  test('ST1: waits for a client that does not read, continues when it does, and arrives complete', async () => {
    let made = 0
    await using host = await startHost((server) => {
      server.hub('/hub', {
        streams: {
          async *Count() {
            for (; made < 200; made += 1) yield KILOBYTE
          },
        },
      })
    })
    const http = createHubHttp(`${host.origin}/hub`)
    const token = await http.openLongPolling()
    await http.request('POST', token, { body: '{"type":4,"invocationId":"1","target":"Count","arguments":[]}\u001e' })
    await letServerWork(host)
    expect(made).toBeGreaterThan(10)
    expect(made).toBeLessThan(20)
    let text = ''
    while (!text.includes('"type":3')) text += await (await http.request('GET', token)).text()
    expect(text.split('\u001e').filter((record) => record.includes('"type":2'))).toHaveLength(200)
    await http.request('DELETE', token)
  })
})

describe('a paused client', () => {
  test('Q7: is not read from', async () => {
    await using slow = await startHolding()
    await using client = await connectRaw(slow.url)
    client.send(HOLD)
    await slow.held
    const call = `{"type":1,"target":"Hold","arguments":["${'x'.repeat(30_000)}"]}\u001e`
    for (let count = 0; count < 1_000; count += 1) client.send(call)
    await letServerWork(slow.host)
    // The operating system buffers part of it.
    expect(client.socket.bufferedAmount).toBeGreaterThan(10_000_000)
    slow.release.resolve(undefined)
    await expect.poll(() => client.socket.bufferedAmount).toBe(0)
  })

  test('Q7: sees its connection close, over WebSockets', async () => {
    await using slow = await startHolding()
    await using client = await connectRaw(slow.url)
    client.send(UPLOADS)
    await slow.held
    await letServerWork(slow.host)
    slow.close()
    // `ws` itself would give up after 30 seconds.
    expect(await Promise.race([client.closed, letServerWork(slow.host, 500)])).toBe(1000)
  })

  test('Q7: gets an answer to every POST when its connection is closed', async () => {
    await using slow = await startHolding()
    const http = createHubHttp(slow.url)
    const token = await http.openLongPolling()
    const first = http.request('POST', token, { body: UPLOADS })
    await slow.held
    const second = http.request('POST', token, { body: HOLD })
    await letServerWork(slow.host)
    slow.close()
    const third = http.request('POST', token, { body: HOLD })
    for (const post of [first, second, third]) expect((await post).status).toBe(200)
  })
})

describe('the end of a connection', () => {
  test('C8: follows everything sent before, and is followed by nothing', async () => {
    await using slow = await startHolding()
    const http = createHubHttp(slow.url)
    const token = await http.openLongPolling()
    await http.request('POST', token, { body: HOLD })
    await slow.held
    slow.flood(2)
    slow.close()
    slow.release.resolve('late')
    await letServerWork(slow.host)
    const records = (await (await http.request('GET', token)).text()).split('\u001e').filter(Boolean)
    expect(records.map((record) => JSON.parse(record).type)).toEqual([1, 1, 7])
    expect((await http.request('GET', token)).status).toBe(204)
  })

  test('K7: has a timeout that starts when the close starts', async () => {
    await using slow = await startHolding(3_000)
    const http = createHubHttp(slow.url)
    const token = await http.openLongPolling()
    slow.clock.advance(10_000)
    slow.close()
    slow.clock.advance(2_000)
    expect(await (await http.request('GET', token)).text()).toContain('"type":7')
  })
})

describe('a client that reads slowly', () => {
  test('Q6: has 10 seconds each time it stops reading', async () => {
    await using slow = await startHolding()
    await using client = await connectRaw(slow.url)
    let taken = 0
    client.socket.on('message', (data: Buffer) => (taken += data.toString().split('\u001e').length - 1))
    const stopReading = () => {
      client.socket.pause()
      slow.flood(FLOOD)
    }
    stopReading()
    await turn()
    slow.clock.advance(8_000)
    client.socket.resume()
    await expect.poll(() => taken, { interval: 5 }).toBe(FLOOD)
    stopReading()
    await turn()
    slow.clock.advance(8_000)
    expect(slow.connections()).toBe(1)
    slow.clock.advance(5_000)
    expect(slow.connections()).toBe(0)
  })
})
