import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { createBatches } from './batches.ts'
import { CommitInDoubt, NoConnection } from './transactions.ts'

const done = (items: readonly string[]) => items.map((value) => ({ status: 'fulfilled' as const, value }))

/** Batches that wait until the test releases them, and a list of the started ones. */
function heldBatches(run = (items: readonly string[]): readonly PromiseSettledResult<string>[] => done(items)) {
  const begun: string[][] = []
  const go = Promise.withResolvers<void>()
  const add = createBatches<string, string>({
    most: 3,
    keyOf: (item) => item.split(':')[1] ?? null,
    async run(items) {
      begun.push([...items])
      await go.promise
      return run(items)
    },
  })
  return { add, begun, go: () => go.resolve() }
}

test('items added during a batch form the next one, in order and up to the limit', async () => {
  const { add, begun, go } = heldBatches()
  const results = Promise.all(['a', 'b', 'c', 'd', 'e'].map(add))
  go()
  expect(await results).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(begun).toEqual([['a'], ['b', 'c', 'd'], ['e']])
})

test('a rejected item does not affect others', async () => {
  const { add, go } = heldBatches((items) =>
    items.map((value) => (value === 'bad' ? { status: 'rejected', reason: 'no' } : { status: 'fulfilled', value })),
  )
  const results = Promise.allSettled(['a', 'b', 'bad', 'c'].map(add))
  go()
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('a failed batch is repeated item by item', async () => {
  const { add, begun, go } = heldBatches((items) => {
    if (items.includes('bad')) throw new Error('undone')
    return done(items)
  })
  const results = Promise.allSettled(['a', 'b', 'bad', 'c'].map(add))
  go()
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(begun).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']])
})

test('a batch that may have been committed is not repeated', async () => {
  const { add, begun, go } = heldBatches(() => {
    throw new CommitInDoubt()
  })
  const results = Promise.allSettled(['a', 'b', 'c'].map(add))
  go()
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(begun).toEqual([['a'], ['b', 'c']])
})

test('repeating stops at the first item without a connection', async () => {
  let runs = 0
  const { add, begun, go } = heldBatches(() => {
    runs += 1
    throw runs === 2 ? new Error('The connection broke.') : new NoConnection()
  })
  const results = Promise.allSettled(['a', 'b', 'c', 'd'].map(add))
  go()
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  expect(begun).toEqual([['a'], ['b', 'c', 'd'], ['b']])
})

test('items with the same key are never in the same batch', async () => {
  const { add, begun, go } = heldBatches()
  const results = Promise.all(['a', 'b:1', 'c:1', 'd'].map(add))
  go()
  await results
  expect(begun).toEqual([['a'], ['b:1', 'd'], ['c:1']])
})

test('a group’s batch delays no other group, unless as many batches are in progress as may be', async () => {
  const begun: string[][] = []
  const ends = new Map<string, () => void>()
  const add = createBatches<string, string>({
    most: 3,
    sideBySide: { atOnce: 2, groupOf: ([group = '']) => group },
    async run(items) {
      begun.push([...items])
      await new Promise<void>((resolve) => ends.set(items[0] ?? '', resolve))
      return done(items)
    },
  })
  const items = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'd1']
  const results = new Map(items.map((item) => [item, add(item)]))
  expect(begun).toEqual([['a1'], ['b1']])
  ends.get('b1')?.()
  await results.get('b1')
  // Those of the other group in progress wait for it.
  await expect.poll(() => begun.at(-1)).toEqual(['b2', 'c1', 'd1'])
  ends.get('a1')?.()
  await expect.poll(() => begun.at(-1)).toEqual(['a2', 'a3'])
  for (const end of ends.values()) end()
  expect(await Promise.all(results.values())).toEqual(items)
})

test('batches that start after the turn of the event loop hold all of its items, side by side by group', async () => {
  const begun: string[][] = []
  const go = Promise.withResolvers<void>()
  const add = createBatches<string, string>({
    most: 2,
    startsAfterTurn: true,
    sideBySide: { atOnce: 2, groupOf: ([group = '']) => group },
    async run(items) {
      begun.push([...items])
      await go.promise
      return done(items)
    },
  })
  const items = ['a1', 'a2', 'a3', 'b1']
  const results = Promise.all(items.map(add))
  expect(begun).toEqual([])
  await new Promise<void>((resolve) => setImmediate(resolve))
  expect(begun).toEqual([['a1', 'a2'], ['b1']])
  go.resolve()
  expect(await results).toEqual(items)
  expect(begun).toEqual([['a1', 'a2'], ['b1'], ['a3']])
})

test('a batch does not run in the context of the request that starts it', async () => {
  const request = new AsyncLocalStorage<string>()
  const seen: (string | undefined)[] = []
  const add = createBatches<string, string>({
    most: 1,
    async run(items) {
      seen.push(request.getStore())
      return done(items)
    },
  })
  await request.run('one', () => add('a'))
  expect(seen).toEqual([undefined])
})
