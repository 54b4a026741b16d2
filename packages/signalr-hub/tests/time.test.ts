import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Hub, HubUser } from '../src/index.ts'
import { createDeferred } from './support/deferred.ts'
import { type HubHost, startHost } from './support/hub-host.ts'
import { createHubHttp, HANDSHAKE } from './support/http.ts'
import { createManualClock, type ManualClock } from './support/manual-clock.ts'
import { connectRaw, type RawClient } from './support/raw-client.ts'

let clock: ManualClock
let host: HubHost
let hub: Hub<HubUser>
/** A hub whose access tokens are their expiration times. */
let renewable: Hub<HubUser>
let url: string
let goodbye = createDeferred<Error | undefined>()
beforeEach(async () => {
  clock = createManualClock()
  goodbye = createDeferred()
  host = await startHost(
    (server) => {
      hub = server.hub('/hub', {
        methods: { Echo: (_context, value) => value, Hang: () => new Promise(() => undefined) },
        onDisconnected: (_context, error) => goodbye.resolve(error),
      })
      const expiring = { authenticate: () => ({ userId: 'ada', expiresAt: clock.now() + 60_000 }) }
      server.hub('/expiring', { ...expiring, closeOnAuthenticationExpiration: true })
      server.hub('/lasting', expiring)
      renewable = server.hub('/renewable', {
        authenticate: ({ accessToken }) => ({ userId: 'ada', expiresAt: Number(accessToken) }),
        closeOnAuthenticationExpiration: true,
      })
    },
    { clock },
  )
  url = `${host.origin}/hub`
})
afterEach(() => host[Symbol.asyncDispose]())

const PING = '{"type":6}\u001e'

async function recordAfterPings(client: RawClient): Promise<unknown> {
  for (;;) {
    const record = (await client.record()) as { type: number }
    if (record.type !== 6) return record
  }
}

/** Sends a call and waits for its answer, so that everything sent before has been read. */
async function settle(client: RawClient): Promise<void> {
  client.send('{"type":1,"invocationId":"1","target":"Echo","arguments":[]}\u001e')
  await client.record()
}

describe('time', () => {
  test('K1: the server pings after 15 seconds without sending', async () => {
    await using client = await connectRaw(url)
    clock.advance(1_000)
    clock.advance(14_000)
    await settle(client)
    clock.advance(1_000)
    clock.advance(14_000)
    await settle(client)
    clock.advance(16_000)
    expect(await client.frame()).toBe(PING)
  })

  test('K2: the server pings while a method runs', async () => {
    await using client = await connectRaw(url)
    client.send('{"type":1,"invocationId":"1","target":"Hang","arguments":[]}\u001e')
    clock.advance(17_000)
    expect(await client.frame()).toBe(PING)
  })

  test('K3: a client that has pinged and is then silent for 30 seconds is dropped', async () => {
    await using client = await connectRaw(url)
    client.send(PING)
    await settle(client)
    // The first tick notices the ping.
    clock.advance(30_000)
    expect(hub.connections()).toHaveLength(1)
    clock.advance(1_000)
    expect(await recordAfterPings(client)).toEqual({
      type: 7,
      error: 'Connection closed with an error. The client sent nothing for 30000 ms.',
      allowReconnect: true,
    })
    expect((await goodbye.promise)?.message).toBe('The client sent nothing for 30000 ms.')
  })

  test('K3: a client that was paused for longer has 30 seconds after it is resumed', async () => {
    const held = createDeferred()
    const release = createDeferred()
    let hub: Hub<HubUser> | undefined
    await using slow = await startHost(
      (server) => {
        hub = server.hub('/hub', {
          methods: {
            Hold: async () => {
              held.resolve(undefined)
              await release.promise
            },
            Echo: (_context, value) => value,
          },
        })
      },
      { clock, maximumQueuedBytes: 100 },
    )
    await using client = await connectRaw(`${slow.origin}/hub`)
    const hold = '{"type":1,"target":"Hold","arguments":[]}\u001e'
    const echo = `{"type":1,"invocationId":"1","target":"Echo","arguments":["${'x'.repeat(200)}"]}\u001e`
    client.send(PING + hold + echo)
    await held.promise
    clock.advance(40_000)
    release.resolve(undefined)
    expect(await recordAfterPings(client)).toMatchObject({ type: 3, invocationId: '1' })
    clock.advance(29_000)
    expect(hub?.connections()).toHaveLength(1)
    clock.advance(2_000)
    expect(hub?.connections()).toHaveLength(0)
  })

  test('K4: a client that has never pinged may be silent', async () => {
    await using client = await connectRaw(url)
    clock.advance(120_000)
    expect(hub.connections()).toHaveLength(1)
    client.socket.terminate()
  })

  test('K5: long polling has neither pings nor a client timeout', async () => {
    const http = createHubHttp(url)
    const token = await http.openLongPolling()
    await http.request('POST', token, { body: PING })
    for (let minute = 0; minute < 3; minute += 1) {
      const poll = http.request('GET', token)
      await http.request('POST', token, { body: `{"type":1,"invocationId":"1","target":"Echo","arguments":[]}\u001e` })
      expect(await (await poll).text()).not.toContain(PING)
      clock.advance(14_000)
    }
    expect(hub.connections()).toHaveLength(1)
  })

  test('K6: a negotiated connection without a transport is removed after 15 seconds', async () => {
    const http = createHubHttp(url)
    const [first, second] = [await http.negotiate(), await http.negotiate()]
    clock.advance(14_000)
    expect((await http.request('GET', first)).status).toBe(200)
    clock.advance(1_000)
    expect((await http.request('GET', second)).status).toBe(404)
  })

  test('K7: a client that does not fetch the last message is dropped after the close timeout', async () => {
    const http = createHubHttp(url)
    const token = await http.openLongPolling()
    hub.closeWhere(() => true)
    clock.advance(3_000)
    expect((await http.request('GET', token)).status).toBe(404)
  })

  test('A7: a connection outlives its token, unless the hub says otherwise', async () => {
    await using expiring = await connectRaw(`${host.origin}/expiring`)
    await using lasting = await connectRaw(`${host.origin}/lasting`)
    clock.advance(60_000)
    expect(await recordAfterPings(expiring)).toEqual({ type: 7, allowReconnect: true })
    expect(lasting.socket.readyState).toBe(lasting.socket.OPEN)
  })

  const tokenFor = (milliseconds: number) => ({ Authorization: `Bearer ${clock.now() + milliseconds}` })

  test('A7: over Server-Sent Events a connection lasts as long as the token of the stream', async () => {
    const token = await createHubHttp(`${host.origin}/renewable`, tokenFor(10_000)).negotiate()
    const http = createHubHttp(`${host.origin}/renewable`, tokenFor(60_000))
    const stream = await http.request('GET', token, { headers: { Accept: 'text/event-stream' } })
    await http.request('POST', token, { body: HANDSHAKE })
    clock.advance(59_000)
    expect(renewable.connections()).toHaveLength(1)
    clock.advance(1_000)
    expect(await stream.text()).toContain('{"type":7,"allowReconnect":true}')
  })

  test('A7: over long polling a connection lasts as long as the token of the latest poll', async () => {
    const token = await createHubHttp(`${host.origin}/renewable`, tokenFor(10_000)).openLongPolling()
    const poll = createHubHttp(`${host.origin}/renewable`, tokenFor(60_000)).request('GET', token)
    await expect.poll(() => renewable.connections()[0]?.user.expiresAt).toBe(clock.now() + 60_000)
    clock.advance(59_000)
    expect(renewable.connections()).toHaveLength(1)
    clock.advance(2_000)
    expect(await (await poll).text()).toBe('{"type":7,"allowReconnect":true}\u001e')
  })
})
