import { randomUUID } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Backplane, createMemoryBackplane, type Hub, type HubUser, type Logger } from '../src/index.ts'
import { messagePackProtocol } from '../src/messagepack.ts'
import { createRedisBackplane } from '../src/redis.ts'
import { startClient, type TestClient } from './support/client.ts'
import { createDeferred } from './support/deferred.ts'
import { type HubHost, startHost } from './support/hub-host.ts'

const REDIS = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'
const JSON_WAY = { transport: 'WebSockets', protocol: 'json' } as const
const MESSAGEPACK_WAY = { transport: 'WebSockets', protocol: 'messagepack' } as const

type Pair = { readonly backplanes: readonly [Backplane, Backplane]; readonly close: () => Promise<void> }

const kinds: Record<string, () => Pair> = {
  memory() {
    const shared = createMemoryBackplane()
    return { backplanes: [shared, shared], close: async () => undefined }
  },
  Redis() {
    const prefix = `${randomUUID()}:`
    const backplanes = [
      createRedisBackplane({ url: REDIS, prefix }),
      createRedisBackplane({ url: REDIS, prefix }),
    ] as const
    return { backplanes, close: async () => void (await Promise.all(backplanes.map((plane) => plane.close()))) }
  },
}

function openHub(server: HubHost['server']): Hub<HubUser> {
  return server.hub('/hub', {
    authenticate: ({ accessToken = '' }) => {
      const [userId = '', ...tags] = accessToken.split('#')
      return { userId, tags }
    },
    personalize: {
      score:
        ([scores]) =>
        ({ userId }) => {
          const own = (scores as Record<string, number>)[userId]
          if (own === undefined) throw new Error(`There is no score of ${userId}.`)
          return [own]
        },
    },
    methods: {
      Join: (context, group) => context.groups.add(String(group)),
      WhoAmI: ({ connectionId }) => connectionId,
      TellAll: (context, text) => context.clients.others().send('news', [text]),
    },
  })
}

describe.each(Object.entries(kinds))('two processes on %s', (_name, open) => {
  let pair: Pair
  let hosts: HubHost[]
  const hubs: Hub<HubUser>[] = []
  let one: TestClient
  let two: TestClient
  beforeAll(async () => {
    pair = open()
    hosts = await Promise.all(
      pair.backplanes.map((backplane) =>
        startHost((server) => void hubs.push(openHub(server)), { backplane, protocols: [messagePackProtocol] }),
      ),
    )
    await Promise.all(hosts.map(({ server }) => server.ready()))
    one = await startClient(`${hosts[0]?.origin}/hub`, JSON_WAY, { accessTokenFactory: () => 'ada#phone' })
    two = await startClient(`${hosts[1]?.origin}/hub`, MESSAGEPACK_WAY, { accessTokenFactory: () => 'ben#laptop' })
  })
  afterAll(async () => {
    await Promise.all([one, two].map((client) => client.connection.stop()))
    await Promise.all(hosts.map((host) => host[Symbol.asyncDispose]()))
    await pair.close()
  })

  test('X1: all, users, groups, and connections are reached in every process, once', async () => {
    const [hub] = hubs
    await two.connection.invoke('Join', 'room')
    const id = await two.connection.invoke<string>('WhoAmI')
    const { clients } = hub as Hub<HubUser>
    const received: unknown[] = []
    two.connection.on('reach', (how: unknown) => received.push(how))
    const last = two.next('last')
    for (const [how, proxy] of [
      ['all', clients.all()],
      ['user', clients.user('ben')],
      ['group', clients.group('room')],
      ['client', clients.client(id)],
    ] as const) {
      await proxy.send('reach', [how])
    }
    await clients.client(id).send('last', [])
    await last
    expect(received).toEqual(['all', 'user', 'group', 'client'])
  })

  test('X1: a list of connections may be spread over processes', async () => {
    const ids = await Promise.all([one, two].map(({ connection }) => connection.invoke<string>('WhoAmI')))
    const heard = [one.next('news'), two.next('news')]
    await hubs[0]?.clients.clients(ids).send('news', ['both'])
    expect(await Promise.all(heard)).toEqual([['both'], ['both']])
  })

  test('X2: exceptions apply in every process', async () => {
    const id = await two.connection.invoke<string>('WhoAmI')
    const heard = one.next('news')
    const quiet = two.next('news')
    await hubs[0]?.clients.allExcept([id]).send('news', ['first'])
    expect(await heard).toEqual(['first'])
    await two.connection.invoke('Join', 'exceptions')
    await hubs[0]?.clients.groupExcept('exceptions', [id]).send('news', ['not for two'])
    await one.connection.invoke('TellAll', 'second')
    expect(await quiet).toEqual(['second'])
  })

  test('X3: a process adds a connection of another process to a group', async () => {
    const id = await two.connection.invoke<string>('WhoAmI')
    await hubs[0]?.groups.add(id, 'elsewhere')
    const heard = two.next('news')
    await hubs[0]?.clients.group('elsewhere').send('news', ['hi'])
    expect(await heard).toEqual(['hi'])
    await hubs[0]?.groups.remove(id, 'elsewhere')
    const next = two.next('news')
    await hubs[0]?.clients.group('elsewhere').send('news', ['nobody'])
    await hubs[0]?.clients.client(id).send('news', ['marker'])
    expect(await next).toEqual(['marker'])
  })

  test('X4: a client of another process is called, and its answer or error returns', async () => {
    const id = await two.connection.invoke<string>('WhoAmI')
    two.connection.on('Double', (value: number) => value * 2)
    two.connection.on('Never', () => {
      throw new Error('no')
    })
    const client = hubs[0]?.clients.client(id)
    expect(await client?.invoke('Double', [21])).toBe(42)
    await expect(client?.invoke('Never', [])).rejects.toThrow('Error: no')
  })

  test('X5: a call to a client that no process has times out', async () => {
    const ask = hubs[0]?.clients.client('nobody').invoke('Double', [1], { timeout: 50 })
    await expect(ask).rejects.toThrow('The client did not answer in time.')
  })

  test('X13: each process personalizes a message for its clients, and sends them nothing if that fails', async () => {
    const scores: unknown[] = []
    two.connection.on('score', (score: unknown) => scores.push(score))
    const heard = one.next('score')
    await hubs[0]?.clients.all().send('score', [{ ada: 1, ben: 2 }])
    expect(await heard).toEqual([1])
    const last = two.next('last')
    await hubs[0]?.clients.all().send('score', [{ ada: 3 }])
    await hubs[0]?.clients.all().send('last', [])
    await last
    expect(scores).toEqual([2])
  })

  test('X6: closeUser and closeTagged close connections in every process at once', async () => {
    const revoked = await startClient(`${hosts[1]?.origin}/hub`, JSON_WAY, { accessTokenFactory: () => 'cyd#lost' })
    await hubs[0]?.closeUser('cyd', { tag: 'lost' })
    expect(await revoked.closed).toBeUndefined()
    const tagged = await startClient(`${hosts[1]?.origin}/hub`, JSON_WAY, { accessTokenFactory: () => 'dan#customer' })
    await hubs[0]?.closeTagged('customer')
    expect(await tagged.closed).toBeUndefined()
  })
})

describe('losing Redis', () => {
  let gate: Gate
  beforeAll(async () => {
    gate = await openGate(new URL(REDIS))
  })
  afterAll(() => gate.close())

  test('X7: processes survive, log the loss once, and reconnect without a restart', async () => {
    const logged: string[] = []
    const write = (_details: object, message: string): void => void logged.push(message)
    const logger: Logger = { debug: write, info: write, warn: write, error: write }
    const restored = createDeferred()
    const prefix = `${randomUUID()}:`
    const away = createRedisBackplane({ url: gate.url, prefix, logger, onRestored: () => restored.resolve(undefined) })
    const direct = createRedisBackplane({ url: REDIS, prefix })
    let hub: Hub<HubUser> | undefined
    let other: Hub<HubUser> | undefined
    await using host = await startHost((server) => (hub = openHub(server)), { backplane: away, logger })
    await using twin = await startHost((server) => (other = openHub(server)), { backplane: direct })
    await Promise.all([host.server.ready(), twin.server.ready()])
    await using client = await startClient(`${host.origin}/hub`, JSON_WAY, { accessTokenFactory: () => 'ada' })

    gate.shut()
    const local = client.next('news')
    await expect.poll(() => logged).toContain('Redis is lost. Other processes cannot be reached until it is back.')
    for (let index = 0; index < 5; index += 1) await hub?.clients.all().send('news', ['local'])
    expect(await local).toEqual(['local'])
    expect(logged.filter((text) => text.startsWith('The backplane does not respond'))).toHaveLength(1)

    gate.open()
    await restored.promise
    const healed = client.next('healed')
    await other?.clients.all().send('healed', ['again'])
    expect(await healed).toEqual(['again'])
    await Promise.all([away.close(), direct.close()])
  })
})

describe('a hung Redis', () => {
  let gate: Gate
  beforeEach(async () => {
    gate = await openGate(new URL(REDIS))
  })
  afterEach(() => gate.close())

  function openBackplane(logged: string[] = []) {
    const write = (_details: object, message: string): void => void logged.push(message)
    const logger: Logger = { debug: write, info: write, warn: write, error: write }
    const restored = createDeferred()
    const onRestored = () => restored.resolve(undefined)
    const plane = createRedisBackplane({ url: gate.url, prefix: `${randomUUID()}:`, logger, onRestored })
    return { plane, logger, restored: restored.promise }
  }

  test('X10: messages fail instead of waiting, and are sent again when Redis answers', async () => {
    const { plane } = openBackplane()
    await expect.poll(() => plane.isConnected).toBe(true)
    gate.freeze()
    const results = await Promise.allSettled(['one', 'two', 'three'].map((text) => plane.publish('news', text)))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(plane.isConnected).toBe(false)
    await expect(plane.publish('news', 'four')).rejects.toThrow('offline')

    gate.open()
    await expect.poll(() => plane.publish('news', 'five').then(() => 'sent', String)).toBe('sent')
    await plane.close()
  })

  test('X10: it is detected, logged once, and replaced even if nothing is sent', async () => {
    const logged: string[] = []
    const { plane, restored } = openBackplane(logged)
    const received: string[] = []
    await plane.subscribe('news', (text) => received.push(text))
    await expect.poll(() => plane.isConnected).toBe(true)
    gate.freeze()
    await expect.poll(() => logged).toEqual(['Redis is lost. Other processes cannot be reached until it is back.'])
    expect(plane.isConnected).toBe(false)

    gate.open()
    await restored
    await expect.poll(() => plane.isConnected).toBe(true)
    await plane.publish('news', 'back')
    await expect.poll(() => received).toEqual(['back'])
    expect(logged).toHaveLength(2)
    await plane.close()
  })

  test('X10: a connection with continuous writes is replaced too', async () => {
    const { plane } = openBackplane()
    await expect.poll(() => plane.isConnected).toBe(true)
    gate.freeze()
    const failures: string[] = []
    const keepWriting = () => {
      plane.publish('news', 'text').catch((error: Error) => failures.push(error.message))
      return failures[0]
    }
    await expect.poll(keepWriting, { interval: 100 }).toBe('Redis did not answer in time.')
    await plane.close()
  })

  test('X10: an idle connection is pinged, and not mistaken for a hung one', async () => {
    const { plane } = openBackplane()
    await plane.subscribe('news', () => undefined)
    await expect.poll(() => gate.written().match(/PING/g)?.length).toBeGreaterThanOrEqual(4)
    await plane.close()
  })

  test('X11: pending messages are bounded', async () => {
    const { plane } = openBackplane()
    await expect.poll(() => plane.isConnected).toBe(true)
    gate.freeze()
    const text = 'x'.repeat(1_000_000)
    const waiting = Array.from({ length: 9 }, () => plane.publish('news', text))
    // The first ones wait for one second.
    await expect(Promise.any(waiting.map(failureOf))).resolves.toBe('Too many messages are waiting for Redis.')
    await Promise.allSettled(waiting)
    await plane.close()
  })

  test('X12: hub methods are answered, and a server closes', async () => {
    const { plane, logger } = openBackplane()
    let hub: Hub<HubUser> | undefined
    const host = await startHost(
      (server) => {
        hub = server.hub('/hub', {
          methods: { TellAll: (context, text) => context.clients.all().send('news', [text]) },
          onDisconnected: ({ clients }) => clients.all().send('news', ['gone']),
        })
      },
      { backplane: plane, logger },
    )
    await host.server.ready()
    await expect.poll(() => plane.isConnected).toBe(true)
    await using client = await startClient(`${host.origin}/hub`, JSON_WAY)
    gate.freeze()
    const heard = client.next('news')
    await client.connection.invoke('TellAll', 'still here')
    expect(await heard).toEqual(['still here'])
    expect(hub?.connections()).toHaveLength(1)
    await host[Symbol.asyncDispose]()
    await plane.close()
  })
})

async function failureOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('It did not fail.')
}

/** A proxy in front of Redis that a test can close, or freeze: then nothing passes, but connections stay open. */
type Gate = {
  readonly url: string
  /** Everything that was written to Redis. */
  written(): string
  shut(): void
  freeze(): void
  open(): void
  close(): Promise<void>
}

async function openGate(target: URL): Promise<Gate> {
  const sockets = new Set<Socket>()
  const written: Buffer[] = []
  let shut = false
  let frozen = false
  const server = createServer((inside) => {
    if (shut) {
      inside.destroy()
      return
    }
    const outside = connect(Number(target.port), target.hostname)
    inside.on('data', (chunk) => written.push(chunk))
    for (const [socket, twin] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        twin.destroy()
      })
      socket.on('data', (chunk) => twin.write(chunk))
      if (frozen) socket.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    written: () => Buffer.concat(written).toString(),
    shut() {
      shut = true
      cut()
    },
    freeze() {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    open() {
      shut = false
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
