import { expect, test } from 'vitest'
import { type Backplane, createMemoryBackplane, type Hub, type HubUser, type Logger } from '../src/index.ts'
import { startClient } from './support/client.ts'
import { type HubHostOptions, startHost } from './support/hub-host.ts'
import { createManualClock } from './support/manual-clock.ts'
import { connectRaw } from './support/raw-client.ts'

const RETRY = 500
const WEB_SOCKETS = { transport: 'WebSockets', protocol: 'json' } as const

/** A backplane on which tests can block sending and subscribing. */
type CutBackplane = Backplane & { refusesPublish: boolean; refusesSubscribe: boolean }

function cuttable(shared: Backplane): CutBackplane {
  const plane: CutBackplane = {
    refusesPublish: false,
    refusesSubscribe: false,
    async publish(channel, message) {
      if (plane.refusesPublish) throw new Error('Lost.')
      await shared.publish(channel, message)
    },
    async subscribe(channel, receive) {
      if (plane.refusesSubscribe) throw new Error('Lost.')
      return shared.subscribe(channel, receive)
    },
  }
  return plane
}

async function startProcess(options: HubHostOptions) {
  let hub: Hub<HubUser> | undefined
  let missed = 0
  const host = await startHost((server) => {
    hub = server.hub('/hub', {
      authenticate: ({ accessToken = '' }) => ({ userId: accessToken }),
      onMissed: () => (missed += 1),
    })
  }, options)
  return {
    url: `${host.origin}/hub`,
    server: host.server,
    hub: hub as Hub<HubUser>,
    missed: () => missed,
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  }
}

const as = (user: string) => ({ accessTokenFactory: () => user })

test('X8: a process that could not publish makes up for it when it can again', async () => {
  const shared = createMemoryBackplane()
  const backplane = cuttable(shared)
  const clock = createManualClock()
  await using one = await startProcess({ backplane, clock })
  await using two = await startProcess({ backplane: shared })
  await Promise.all([one.server.ready(), two.server.ready()])
  await using lost = await startClient(two.url, WEB_SOCKETS, as('lost'))
  await using stays = await startClient(two.url, WEB_SOCKETS, as('stays'))

  backplane.refusesPublish = true
  await one.hub.clients.all().send('news', ['unheard'])
  await one.hub.closeUser('lost')
  clock.advance(RETRY)
  await Promise.resolve()
  expect(two.missed()).toBe(0)
  expect(lost.connection.state).toBe('Connected')

  backplane.refusesPublish = false
  clock.advance(RETRY)
  expect(await lost.closed).toBeUndefined()
  await expect.poll(two.missed).toBe(1)
  clock.advance(RETRY)
  const heard = stays.next('news')
  await one.hub.clients.all().send('news', ['heard'])
  expect(await heard).toEqual(['heard'])
  expect([one.missed(), two.missed()]).toEqual([0, 1])
})

test('X8: the newest 10,000 unpublished closes are published later', async () => {
  const shared = createMemoryBackplane()
  const backplane = cuttable(shared)
  const clock = createManualClock()
  await using one = await startProcess({ backplane, clock })
  await one.server.ready()
  backplane.refusesPublish = true
  for (let user = 0; user <= 10_000; user += 1) await one.hub.closeUser(`user ${user}`)
  const said: unknown[] = []
  await shared.subscribe('signalr-hub:/hub', (text) => said.push((JSON.parse(text) as { command: unknown }).command))
  backplane.refusesPublish = false
  clock.advance(RETRY)
  await expect.poll(() => said.at(-1)).toEqual({ kind: 'missed' })
  expect(said).toHaveLength(10_001)
  expect(said[0]).toEqual({ kind: 'close', which: { userId: 'user 1' } })
})

test('X8: recovery starts with the next message, before the retry', async () => {
  const shared = createMemoryBackplane()
  const backplane = cuttable(shared)
  await using one = await startProcess({ backplane, clock: createManualClock() })
  await using two = await startProcess({ backplane: shared })
  await Promise.all([one.server.ready(), two.server.ready()])
  await using _client = await startClient(two.url, WEB_SOCKETS, as('ada'))
  backplane.refusesPublish = true
  await one.hub.clients.all().send('news', [])
  backplane.refusesPublish = false
  await one.hub.clients.all().send('news', [])
  await expect.poll(two.missed).toBe(1)
})

test('X9: subscribing to the backplane is retried, and onMissed is called', async () => {
  const logged: string[] = []
  const write = (_details: object, message: string): void => void logged.push(message)
  const logger: Logger = { debug: write, info: write, warn: write, error: write }
  const shared = createMemoryBackplane()
  const backplane = cuttable(shared)
  backplane.refusesSubscribe = true
  const clock = createManualClock()
  await using deaf = await startProcess({ backplane, clock, logger })
  await using other = await startProcess({ backplane: shared })
  let isReady = false
  const ready = deaf.server.ready().then(() => (isReady = true))
  await using client = await connectRaw(deaf.url)
  clock.advance(RETRY)
  await Promise.resolve()
  clock.advance(RETRY)
  await Promise.resolve()
  expect(logged.filter((text) => text.startsWith('Subscribing to the backplane failed'))).toHaveLength(1)
  expect(isReady).toBe(false)

  backplane.refusesSubscribe = false
  clock.advance(RETRY)
  await ready
  expect(deaf.missed()).toBe(1)
  await other.hub.clients.all().send('news', ['heard'])
  expect(await client.record()).toMatchObject({ target: 'news', arguments: ['heard'] })
})

test('X9: closing a server does not wait for the backplane', async () => {
  const backplane = cuttable(createMemoryBackplane())
  backplane.refusesSubscribe = true
  const deaf = await startProcess({ backplane, clock: createManualClock() })
  await deaf.server.close()
  await expect(deaf.server.ready()).resolves.toBeUndefined()
  await deaf[Symbol.asyncDispose]()
})

test('V2: a broadcast is encoded once with a backplane too', async () => {
  const shared = createMemoryBackplane()
  await using one = await startProcess({ backplane: shared })
  await using two = await startProcess({ backplane: shared })
  await Promise.all([one.server.ready(), two.server.ready()])
  await using here = await connectRaw(one.url)
  await using there = await connectRaw(two.url)
  let written = 0
  await one.hub.clients.all().send('x', [{ toJSON: () => (written += 1) }])
  expect(await Promise.all([here.record(), there.record()])).toMatchObject([{ arguments: [1] }, { arguments: [1] }])
  expect(written).toBe(1)
})

test('V5: calling a client of another process with arguments that are not JSON throws at once', async () => {
  const logged: string[] = []
  const write = (_details: object, message: string): void => void logged.push(message)
  const logger: Logger = { debug: write, info: write, warn: write, error: write }
  await using one = await startProcess({ backplane: createMemoryBackplane(), logger })
  await expect(one.hub.clients.client('elsewhere').invoke('Ask', [1n])).rejects.toThrow(TypeError)
  expect(logged).toEqual([])
})
