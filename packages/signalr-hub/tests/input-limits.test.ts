import { describe, expect, test } from 'vitest'
import { createBackpressure } from '../src/hubs/backpressure.ts'
import { createInvocationQueue } from '../src/hubs/invocation-queue.ts'

describe('buffered input', () => {
  test('closes no connection while it is consumed', () => {
    const events: string[] = []
    const note = (event: string) => () => void events.push(event)
    const backpressure = createBackpressure({
      limit: 10,
      pause: note('pause'),
      resume: note('resume'),
      overflow: note('overflow'),
    })
    backpressure.full(1)
    backpressure.buffered(20)
    backpressure.needed(1)
    backpressure.buffered(-5)
    backpressure.buffered(0)
    expect(events).toEqual(['pause', 'resume'])
    backpressure.buffered(1)
    expect(events).toEqual(['pause', 'resume', 'overflow'])
  })
})

describe('waiting calls', () => {
  test('no longer count once they are dropped', () => {
    const claims = { full: 0, bytes: 0 }
    const backpressure = {
      full: (change: number) => void (claims.full += change),
      needed: () => undefined,
      buffered: (bytes: number) => void (claims.bytes += bytes),
    }
    const queue = createInvocationQueue({ maximumParallelInvocations: 1, maximumQueuedBytes: 10 }, backpressure)
    for (const size of [5, 6]) queue.add(() => Promise.resolve(), size)
    expect(claims).toEqual({ full: 1, bytes: 11 })
    queue.clear()
    expect(claims).toEqual({ full: 0, bytes: 0 })
  })
})
