import { expect, test } from 'vitest'
import { machineTime } from '../machine-time.ts'
import { createTally } from './tally.ts'

test('a joined frame counts as its messages, a heartbeat is not counted', () => {
  const reported: number[] = []
  const tally = createTally(2, (count) => reported.push(count))
  tally.addFrame(0, 600)
  tally.addFrame(1, 600)
  tally.report()
  tally.reset()
  tally.addFrame(0, 2_400)
  tally.addFrame(1, 11)
  tally.addFrame(1, 1_200)
  tally.report()
  tally.addFrame(1, 1_200)
  tally.report()
  expect(reported).toEqual([1, 3, 1])
  expect(tally.result(new Float64Array(4))).toMatchObject({ complete: 2, frames: 3, recordLength: 600 })
})

test('a connection that misses a message is not complete', () => {
  const tally = createTally(2, () => undefined)
  tally.addFrame(0, 600)
  expect(tally.result(new Float64Array(1)).complete).toBe(1)
})

test('latency is measured from the sending of the same message', () => {
  const tally = createTally(1, () => undefined)
  const now = machineTime()
  tally.addFrame(0, 600)
  tally.addFrame(0, 600)
  const { p50, p99 } = tally.result(Float64Array.of(now - 3_600_000, now - 7_200_000))
  expect(Math.round(p50 / 3_600_000)).toBe(1)
  expect(Math.round(p99 / 3_600_000)).toBe(2)
})
