import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { Connection } from '../src/connections/connection.ts'
import { createLongPollingTransport } from '../src/connections/long-polling.ts'
import { createRecord } from '../src/connections/record.ts'
import { DEFAULT_LIMITS } from '../src/platform/limits.ts'
import { createManualClock } from './support/manual-clock.ts'

const LIMITS = { ...DEFAULT_LIMITS, longPollTimeout: 5_000, disconnectTimeout: 10_000 }

/** The response of a poll. `close` happens when the network has taken it. */
function createPoll() {
  const told: (number | 'destroy')[] = []
  const response = Object.assign(new EventEmitter(), {
    writeHead: (status: number) => void told.push(status),
    end: () => {},
    destroy: () => void told.push('destroy'),
  })
  const close = () => void response.emit('close')
  return { poll: { response: response as unknown as ServerResponse, headers: {} }, told, close }
}

/** A transport whose first poll has been answered. */
function createTransport() {
  const clock = createManualClock()
  const told: string[] = []
  const connection = {
    drained: () => {},
    transportEnded: () => void told.push('ended'),
    abort: () => void told.push('aborted'),
  }
  const first = createPoll()
  const options = { clock, limits: LIMITS }
  const transport = createLongPollingTransport(connection as unknown as Connection, first.poll, options)
  first.close()
  return { transport, clock, told }
}

const RECORD = createRecord('x', 'Text')

test('an earlier response that closes late does not end the one that is being sent', () => {
  const { transport } = createTransport()
  const [earlier, later] = [createPoll(), createPoll()]
  transport.poll(earlier.poll)
  transport.poll(later.poll)
  expect(earlier.told).toEqual([204])
  transport.write(RECORD)
  expect(later.told).toEqual([200])
  earlier.close()
  expect(transport.blocked).toBe(true)
  later.close()
  expect(transport.blocked).toBe(false)
})

test('a client that terminates is answered, and is no longer waited for', () => {
  const { transport, told } = createTransport()
  const { poll, told: answered } = createPoll()
  transport.poll(poll)
  transport.terminate()
  expect(answered).toEqual([204])
  expect(told).toEqual(['ended'])
  expect([transport.writable, transport.blocked]).toEqual([false, false])
})

test('what is destroyed takes its waiting poll, or the response that is being sent, with it', () => {
  const waiting = createTransport()
  const { poll, told } = createPoll()
  waiting.transport.poll(poll)
  waiting.transport.destroy()
  expect(told).toEqual(['destroy'])
  expect(waiting.transport.writable).toBe(false)

  const sending = createTransport()
  const sent = createPoll()
  sending.transport.poll(sent.poll)
  sending.transport.write(RECORD)
  sending.transport.destroy()
  expect(sent.told).toEqual([200, 'destroy'])
  expect(sending.transport.blocked).toBe(false)
})

test('only a waiting poll is answered after its time, and a client that does not poll is dropped', () => {
  const { transport, clock, told } = createTransport()
  const tick = (ms: number) => {
    clock.advance(ms)
    transport.tick(clock.now())
  }
  tick(9_999)
  expect(told).toEqual([])
  const { poll, told: answered, close } = createPoll()
  transport.poll(poll)
  tick(4_999)
  expect(answered).toEqual([])
  tick(1)
  expect(answered).toEqual([200])
  close()
  tick(9_999)
  expect(told).toEqual([])
  tick(1)
  expect(told).toEqual(['aborted'])
})
