import { expect, test } from 'vitest'
import { createStillClock } from '../../tests/still-clock.ts'
import { until } from '../../tests/until.ts'
import { createLog } from './log.ts'
import { createStorageWatch } from './storage-watch.ts'

const full = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

test('a storage counts as full until a check succeeds', async () => {
  const clock = createStillClock()
  const watch = createStorageWatch({ clock, log: createLog('silent') })
  let checks = 0
  let outcome: Error | null = full()
  const check = async () => {
    checks += 1
    if (outcome) throw outcome
  }
  const nextCheck = async () => {
    const before = checks
    await until(async () => {
      clock.pass(5_000)
      return checks > before
    })
  }

  expect(watch.isFull('media')).toBe(false)
  watch.noteFull('media', check)
  watch.noteFull('media', check)
  await nextCheck()
  outcome = new Error('The storage did not answer.')
  await nextCheck()
  expect([watch.isFull('media'), watch.isFull('database')]).toEqual([true, false])
  outcome = null
  await nextCheck()
  await until(async () => !watch.isFull('media'))
  clock.pass(60_000)
  expect(checks).toBe(3)
  watch.stop()
})
