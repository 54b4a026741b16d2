import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Connection } from '../src/connections/connection.ts'
import { BATCH_BYTES } from '../src/connections/outbox.ts'
import { createBatcher, createRecord } from '../src/connections/record.ts'
import type { Transport, TransportName } from '../src/connections/transport.ts'
import { DEFAULT_LIMITS } from '../src/platform/limits.ts'
import { silentLogger } from '../src/platform/logger.ts'
import { createManualClock } from './support/manual-clock.ts'

const LIMITS = { ...DEFAULT_LIMITS, closeTimeout: 5_000, transportSendTimeout: 10_000 }
/** From so many pending bytes on, streams wait. */
const STREAM_WAIT_BYTES = 16_384
const REQUEST = { path: '/hub', query: new URLSearchParams(), headers: {}, accessToken: undefined }

const record = (bytes: number) => createRecord('x'.repeat(bytes), 'Text')

/** A connection over a transport that notes what it is told. */
function createPeer({ isConnected = true, name = 'WebSockets' }: { isConnected?: boolean; name?: TransportName } = {}) {
  const clock = createManualClock()
  const flushes: Connection[] = []
  const forgotten: Connection[] = []
  const closed: (Error | undefined)[] = []
  const received: Uint8Array[] = []
  const told: string[] = []
  const transport: { -readonly [Key in keyof Transport]: Transport[Key] } = {
    name,
    writable: true,
    blocked: false,
    write: ({ payload }) => void told.push(`write ${payload.length}`),
    end: (cause) => void told.push(`end ${cause}`),
    destroy: () => void told.push('destroy'),
    pause: () => void told.push('pause'),
    resume: () => void told.push('resume'),
    tick: () => void told.push('tick'),
  }
  const services = {
    limits: LIMITS,
    clock,
    logger: silentLogger,
    flusher: { schedule: (one: { flush(): void }) => void flushes.push(one as Connection) },
    batcher: createBatcher(),
    closeWhenExpired: false,
    forget: (one: Connection) => void forgotten.push(one),
  }
  const request = { ...REQUEST, remoteAddress: '127.0.0.1' }
  const connection = new Connection({ id: 'id', token: 'token', user: { userId: 'ada' }, request }, services)
  const connect = () =>
    connection.connect(transport, {
      receive: (chunk) => void received.push(chunk),
      closed: (error) => void closed.push(error),
      tick: () => {},
      closeForReconnect: () => {},
    })
  if (isConnected) connect()
  return { clock, connect, connection, transport, request, told, flushes, forgotten, closed, received }
}

/** Whether a promise has been resolved. */
const isResolved = (promise: Promise<unknown> | undefined): Promise<boolean> =>
  Promise.race([promise?.then(() => true) ?? false, turn(false)])

describe('a connection', () => {
  test('knows the request that began it, and when it last sent something', () => {
    const { clock, connect, connection, request } = createPeer({ isConnected: false })
    expect(connection.request).toBe(request)
    clock.advance(3_000)
    connect()
    expect(connection.lastSentAt).toBe(clock.now())
  })

  test('is flushed once for all records of a turn, but a full batch is written at once', () => {
    const { connection, flushes, told } = createPeer()
    connection.send(record(1))
    connection.send(record(2))
    expect(flushes).toEqual([connection])
    connection.flush()
    connection.send(record(4))
    expect(flushes).toHaveLength(2)
    connection.flush()
    connection.send(record(BATCH_BYTES))
    expect(flushes).toHaveLength(2)
    expect(told).toEqual(['write 3', 'write 4', `write ${BATCH_BYTES}`])
  })

  test('lets streams wait while 16 kB are pending', async () => {
    const { connection, transport } = createPeer()
    transport.writable = false
    connection.send(record(STREAM_WAIT_BYTES - 1))
    expect(connection.readyForNextItem()).toBeUndefined()
    connection.send(record(1))
    const ready = connection.readyForNextItem()
    connection.flush()
    expect(await isResolved(ready)).toBe(false)
    transport.writable = true
    connection.flush()
    expect(await isResolved(ready)).toBe(true)
    transport.writable = false
    connection.send(record(STREAM_WAIT_BYTES))
    expect(await isResolved(connection.readyForNextItem())).toBe(false)
  })

  test('is paused and resumed once, however many parts of the hub pause it', async () => {
    const { connection, told } = createPeer()
    connection.pause()
    connection.pause()
    const resumed = connection.untilResumed()
    connection.resume()
    expect(told).toEqual(['pause'])
    expect(await isResolved(resumed)).toBe(false)
    connection.resume()
    expect(told).toEqual(['pause', 'resume'])
    expect(await isResolved(resumed)).toBe(true)
    connection.pause()
    expect(await isResolved(connection.untilResumed())).toBe(false)
  })

  test('is dropped if its client reads nothing for ten seconds in a row', () => {
    const { clock, connection, transport, told, closed } = createPeer()
    const tick = (ms: number) => {
      clock.advance(ms)
      connection.tick(clock.now())
    }
    transport.blocked = true
    tick(1_000)
    transport.blocked = false
    tick(8_000)
    transport.blocked = true
    tick(1_000)
    tick(9_999)
    expect(told).not.toContain('destroy')
    tick(1)
    expect(told).toContain('destroy')
    expect(closed).toMatchObject([{ message: 'The client reads too slowly.' }])
  })
})

describe('a connection that closes', () => {
  test('ends when everything has been sent, and until then neither ticks nor pauses', () => {
    const { connection, transport, clock, told } = createPeer()
    transport.writable = false
    connection.send(record(1))
    connection.close({ cause: 'error' })
    connection.pause()
    connection.tick(clock.now())
    expect(told).toEqual(['resume'])
    transport.writable = true
    connection.drained()
    expect(told).toEqual(['resume', 'write 1', 'end error'])
  })

  test('is dropped after five seconds', () => {
    const { connection, transport, clock, told } = createPeer()
    transport.writable = false
    connection.close({ last: record(1) })
    clock.advance(4_999)
    connection.tick(clock.now())
    expect(told).not.toContain('destroy')
    clock.advance(1)
    connection.tick(clock.now())
    expect(told).toContain('destroy')
  })

  test.each<[TransportName, boolean, string[]]>([
    ['WebSockets', true, ['resume', 'write 1', 'end normal']],
    ['WebSockets', false, ['resume', 'destroy']],
    ['LongPolling', false, ['resume']],
  ])('at once, over %s that is writable: %s', (name, isWritable, expected) => {
    const { connection, transport, told } = createPeer({ name })
    transport.writable = isWritable
    connection.closeAtOnce(record(1))
    expect(told).toEqual(expected)
  })
})

test('a connection whose transport has ended is forgotten once, and holds no one up', async () => {
  const { connection, transport, forgotten, closed, received } = createPeer()
  transport.writable = false
  connection.send(record(STREAM_WAIT_BYTES))
  const ready = connection.readyForNextItem()
  connection.pause()
  const resumed = connection.untilResumed()
  connection.transportEnded()
  connection.transportEnded()
  connection.receive(new Uint8Array(1))
  expect(forgotten).toEqual([connection])
  expect(closed).toEqual([undefined])
  expect(received).toEqual([])
  expect(connection.transport).toBeUndefined()
  expect([await isResolved(ready), await isResolved(resumed)]).toEqual([true, true])
  expect(connection.readyForNextItem()).toBeUndefined()
})
