import { setImmediate } from 'node:timers/promises'
import type { TenantId } from '@partyline/contract'
import { expect, test } from 'vitest'
import { createTenantTurns } from './tenant-turns.ts'

const [clinic, bakery] = ['clinic', 'bakery'] as TenantId[] as [TenantId, TenantId]

/** Work that records its start and ends on demand. */
function heldWork() {
  const inTurn = createTenantTurns(2)
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const start = (tenantId: TenantId, name: string) => {
    const end = Promise.withResolvers<string>()
    ends.set(name, end)
    return inTurn(tenantId, () => {
      begun.push(name)
      return end.promise
    })
  }
  return {
    start,
    begun,
    end: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  }
}

test('a tenant’s work is limited to two at once, in order, without delaying other tenants', async () => {
  const { start, begun, end } = heldWork()
  const all = [start(clinic, 'a'), start(clinic, 'b'), start(clinic, 'c'), start(clinic, 'd'), start(bakery, 'e')]
  await setImmediate()
  expect(begun).toEqual(['a', 'b', 'e'])
  end('b')
  await setImmediate()
  expect(begun).toEqual(['a', 'b', 'e', 'c'])
  for (const name of ['a', 'c', 'd', 'e']) end(name)
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('failed work frees its slot', async () => {
  const { start, begun, end, fail } = heldWork()
  const all = [start(clinic, 'a'), start(clinic, 'b'), start(clinic, 'c')]
  fail('a')
  await expect(all[0]).rejects.toThrow('a')
  await setImmediate()
  expect(begun).toEqual(['a', 'b', 'c'])
  end('b')
  end('c')
  expect(await Promise.all(all.slice(1))).toEqual(['b', 'c'])
})
