import { expect, test } from 'vitest'
import { createFreshCache } from './fresh-cache.ts'

/** A cache with a clock that the test advances. */
function heldCache(find = async (key: string, times: number) => `${key}${times}`) {
  const asked: string[] = []
  let now = 0
  const cache = createFreshCache({
    clock: { now: () => new Date(now) },
    nameOf: (key: string) => key,
    find(key) {
      asked.push(key)
      return find(key, asked.length)
    },
  })
  return { cache, asked, pass: (ms: number) => (now += ms) }
}

test('a value is found once per half second, also for concurrent requests', async () => {
  const { cache, asked, pass } = heldCache()
  expect(await Promise.all([cache.get('a'), cache.get('a'), cache.get('b')])).toEqual(['a1', 'a1', 'b2'])
  pass(499)
  expect(await cache.get('a')).toBe('a1')
  pass(1)
  expect(await cache.get('a')).toBe('a3')
  expect(asked).toEqual(['a', 'b', 'a'])
})

test('a forgotten value is found again', async () => {
  const { cache } = heldCache()
  await cache.get('a')
  cache.forget('a')
  expect(await cache.get('a')).toBe('a2')
})

test('a failure is not cached', async () => {
  const { cache } = heldCache((key, times) =>
    times === 1 ? Promise.reject(new Error('no connection')) : Promise.resolve(key),
  )
  await expect(cache.get('a')).rejects.toThrow('no connection')
  expect(await cache.get('a')).toBe('a')
})
