import { expect, test } from 'vitest'
import { AppError } from '../platform/index.ts'
import { createConversions } from './conversions.ts'

test('conversions are limited to two at once and three waiting, and more are refused', async () => {
  const conversions = createConversions({ atOnce: 2, maxWaiting: 3 })
  const works = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  let started = 0
  const runs = works.map(({ promise }) =>
    conversions.run(() => {
      started += 1
      return promise
    }),
  )
  await expect(conversions.run(async () => {})).rejects.toThrow(AppError)
  expect(started).toBe(2)

  works[0]?.reject(new Error('damaged'))
  await expect(runs[0]).rejects.toThrow('damaged')
  expect(started).toBe(3)
  for (const { resolve } of works) resolve()
  await Promise.allSettled(runs)
  expect(started).toBe(5)
  expect(await conversions.run(async () => 'free again')).toBe('free again')
})
