import { expect, it } from 'vitest'
import { inParallel } from './in-parallel.ts'

it('works on a few items at a time, goes on after a failure, and reports each in order', async () => {
  let running = 0
  let most = 0
  const progress: number[] = []
  const outcomes = await inParallel(
    [3, 1, 2, 5, 4],
    async (item) => {
      running += 1
      most = Math.max(most, running)
      for (let turn = 0; turn < item; turn += 1) await Promise.resolve()
      running -= 1
      if (item === 2) throw new Error('Refused.')
      return item * 10
    },
    { limit: 2, onProgress: (done) => progress.push(done) },
  )
  expect(most).toBe(2)
  expect(progress).toEqual([1, 2, 3, 4, 5])
  expect(outcomes.map((outcome) => ('result' in outcome ? outcome.result : outcome.item))).toEqual([30, 10, 2, 50, 40])
})
