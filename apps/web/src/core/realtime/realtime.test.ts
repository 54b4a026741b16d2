import type { HubConnection } from '@microsoft/signalr'
import { describe, expect, it } from 'vitest'
import { createRealtime } from './realtime.ts'
import { connectionText } from '../../connection-line/connection-line-texts.ts'

const OPENED_ON = 500

/** A network on which the first `failures` attempts to connect fail. */
function createNetwork(
  failures: number,
  pause: (ms: number) => Promise<void> = async () => undefined,
  quietMs: number | null = null,
) {
  const waits: number[] = []
  const retries: boolean[] = []
  const logged: unknown[] = []
  const lost: { reconnecting?: () => void; reconnected?: () => void; closed?: (error?: Error) => void } = {}
  let attempts = 0
  let stops = 0
  let catchUps = 0
  let losses = 0
  let time = 1_000
  const connection = {
    on: () => undefined,
    onreconnecting: (listener: () => void) => (lost.reconnecting = listener),
    onreconnected: (listener: () => void) => (lost.reconnected = listener),
    onclose: (listener: (error?: Error) => void) => (lost.closed = listener),
    start: async () => {
      attempts += 1
      if (attempts <= failures) throw new Error('No network.')
    },
    stop: async () => void (stops += 1),
    invoke: async () => {
      time += 12
      return { transport: 'WebSockets', quietMs }
    },
  }
  const realtime = createRealtime({
    connect: async ({ isRetry }) => {
      retries.push(isRetry)
      return connection as unknown as HubConnection
    },
    onEvents: () => undefined,
    onPresence: () => undefined,
    onConnected: () => undefined,
    onMissed: () => (catchUps += 1),
    onLost: () => (losses += 1),
    log: (error) => logged.push(error),
    wait: (ms) => {
      waits.push(ms)
      return pause(ms)
    },
    now: () => time,
    openedOn: OPENED_ON,
  })
  return {
    realtime,
    connection,
    waits,
    retries,
    logged,
    lost,
    attempts: () => attempts,
    stops: () => stops,
    catchUps: () => catchUps,
    losses: () => losses,
    pass: (ms: number) => (time += ms),
  }
}

describe('realtime', () => {
  // The page was opened 512 ms before the hub's answer arrives.
  it.each([
    ['catches up if events were announced since the page was opened', 512, 1],
    ['catches up if the hub does not know', null, 1],
    ['does not catch up if none were announced', 513, 0],
  ])('after the first connection %s', async (_, quietMs, catchUps) => {
    const network = createNetwork(0, undefined, quietMs)
    await network.realtime.start()
    expect(network.realtime.facts.current().state).toBe('Connected')
    expect(network.catchUps()).toBe(catchUps)
  })

  it('tries to connect after 0, 2, 10, and 30 seconds, then gives up, and logs every failure', async () => {
    const network = createNetwork(4)
    await network.realtime.start()
    expect(network.waits).toEqual([2_000, 10_000, 30_000])
    expect(network.realtime.facts.current().state).toBe('Disconnected')
    expect(network.logged).toHaveLength(4)
  })

  it('marks each attempt after the first as a retry', async () => {
    const network = createNetwork(2)
    await network.realtime.start()
    expect(network.retries).toEqual([false, true, true])
  })

  it('connects when woken after it gave up', async () => {
    const network = createNetwork(4)
    await network.realtime.start()
    await network.realtime.wake()
    expect(network.realtime.facts.current().state).toBe('Connected')
  })

  it('catches up after a reconnect, however quiet it was', async () => {
    const network = createNetwork(0, undefined, 60_000)
    await network.realtime.start()
    network.lost.reconnecting?.()
    expect(network.realtime.facts.current().state).toBe('Reconnecting')
    network.lost.reconnected?.()
    expect(network.realtime.facts.current().state).toBe('Connected')
    expect(network.catchUps()).toBe(1)
  })

  it('opens a new connection when woken after the connection was closed', async () => {
    const network = createNetwork(0)
    await network.realtime.start()
    network.lost.closed?.(new Error('Gave up.'))
    expect(network.realtime.facts.current().state).toBe('Disconnected')
    await network.realtime.wake()
    expect(network.realtime.facts.current().state).toBe('Connected')
    expect(network.catchUps()).toBe(2)
  })

  it('stops waiting for the next attempt when woken', async () => {
    const network = createNetwork(1, () => new Promise(() => undefined))
    const started = network.realtime.start()
    await expect.poll(() => network.waits).toEqual([2_000])
    await network.realtime.wake()
    await started
    expect(network.realtime.facts.current().state).toBe('Connected')
  })

  it('replaces a reconnecting connection when woken', async () => {
    const network = createNetwork(0)
    await network.realtime.start()
    network.lost.reconnecting?.()
    await network.realtime.wake()
    expect(network.realtime.facts.current().state).toBe('Connected')
    expect([network.attempts(), network.stops()]).toEqual([2, 1])
  })

  it('has one connection after stop and start during a wait', async () => {
    const network = createNetwork(1, () => new Promise(() => undefined))
    const first = network.realtime.start()
    await expect.poll(() => network.waits).toEqual([2_000])
    await Promise.all([network.realtime.stop(), network.realtime.start()])
    await first
    expect(network.realtime.facts.current().state).toBe('Connected')
    expect([network.attempts(), network.catchUps()]).toEqual([2, 1])
  })

  it('has one connection after an immediate stop and start', async () => {
    const network = createNetwork(0)
    await Promise.all([network.realtime.start(), network.realtime.stop(), network.realtime.start()])
    expect(network.realtime.facts.current().state).toBe('Connected')
    expect([network.attempts(), network.catchUps()]).toEqual([1, 1])
  })

  it('reports each lost connection and each failed attempt', async () => {
    const network = createNetwork(1)
    await network.realtime.start()
    expect(network.losses()).toBe(1)
    network.lost.reconnecting?.()
    expect(network.losses()).toBe(2)
    network.lost.closed?.()
    expect(network.losses()).toBe(3)
  })

  it('reports no loss on stop', async () => {
    const network = createNetwork(0)
    await network.realtime.start()
    const stopped = network.realtime.stop()
    network.lost.closed?.()
    await stopped
    expect(network.losses()).toBe(0)
  })

  it('logs and reports nothing about an attempt that is stopped', async () => {
    const network = createNetwork(0)
    const negotiation = Promise.withResolvers<void>()
    const negotiating = Promise.withResolvers<void>()
    network.connection.start = () => {
      negotiating.resolve()
      return negotiation.promise
    }
    network.connection.stop = async () => {
      negotiation.reject(new Error('Stopped during negotiation.'))
      return undefined
    }
    const started = network.realtime.start()
    await negotiating.promise
    await network.realtime.stop()
    await started
    expect([network.logged, network.losses()]).toEqual([[], 0])
  })

  it('does not connect when woken after stop', async () => {
    const network = createNetwork(0)
    await network.realtime.start()
    await network.realtime.stop()
    await network.realtime.wake()
    expect(network.realtime.facts.current().state).toBe('Disconnected')
    expect(network.attempts()).toBe(1)
  })
})

describe('connection facts', () => {
  it('include when the state began and when a connection was last lost', async () => {
    const network = createNetwork(0)
    expect(network.realtime.facts.current()).toEqual({ state: 'Disconnected', since: 1_000, lostOn: null })
    network.pass(1_000)
    await network.realtime.start()
    expect(network.realtime.facts.current()).toEqual({ state: 'Connected', since: 2_000, lostOn: null })
    network.pass(1_000)
    network.lost.reconnecting?.()
    network.pass(1_000)
    network.lost.reconnected?.()
    // The first connection has asked the hub, which took 12 ms.
    expect(network.realtime.facts.current()).toEqual({ state: 'Connected', since: 4_012, lostOn: 3_012 })
  })

  it('record no loss on stop, and stay the same object while nothing changes', async () => {
    const network = createNetwork(0)
    await network.realtime.start()
    expect(network.realtime.facts.current()).toBe(network.realtime.facts.current())
    await network.realtime.stop()
    expect(network.realtime.facts.current().lostOn).toBeNull()
  })

  it('include the transport and round-trip time of a ping, which fails without a connection', async () => {
    const network = createNetwork(0)
    await expect(network.realtime.ping()).rejects.toThrow('no connection')
    await network.realtime.start()
    expect(await network.realtime.ping()).toEqual({ transport: 'WebSockets', quietMs: null, ms: 12 })
  })
})

it('connectionText describes a missing connection, and is null while connected', () => {
  expect(connectionText('Connected')).toBeNull()
  expect(connectionText('Reconnecting')).toContain('Reconnecting')
  expect(connectionText('Disconnected')).toContain('Disconnected')
})
