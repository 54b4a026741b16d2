import type { NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import { newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { listWishes, optedOut, optIn, optOut } from './opt-outs-store.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const PAIR = { tenantId: newId<TenantId>(), providerNumberId: newId<NumberId>(), number: '+12025550142' }
/** Each differs in one part of the key, also where two tenants share an id. */
const OTHERS = [
  { ...PAIR, number: '+12025550143' },
  { ...PAIR, providerNumberId: newId<NumberId>() },
  { ...PAIR, tenantId: newId<TenantId>() },
]
const wishes = { source: 'keyword', since: new Date() } as const

test('STOP and START count for one phone at one number of one tenant', async () => {
  for (const { tenantId } of [PAIR, OTHERS[2] ?? PAIR]) {
    await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, '', now())`.execute(
      database.queries,
    )
  }
  const areOptedOut = () =>
    Promise.all(
      [PAIR, ...OTHERS].map(async (pair) => {
        const phones = await optedOut(database.queries, { ...pair, numbers: [PAIR.number, '+12025550143'] })
        return phones.has(pair.number)
      }),
    )
  await database.transaction(async (trx) => {
    expect(await optOut(trx, { ...PAIR, ...wishes })).toBe(true)
    expect(await optOut(trx, { ...PAIR, ...wishes })).toBe(false)
  })
  expect(await areOptedOut()).toEqual([true, false, false, false])
  await database.transaction(async (trx) => {
    for (const other of OTHERS) expect(await optOut(trx, { ...other, ...wishes })).toBe(true)
    expect(await optIn(trx, { ...PAIR, ...wishes })).toBe(true)
    expect(await optIn(trx, { ...PAIR, ...wishes })).toBe(false)
  })
  expect(await areOptedOut()).toEqual([false, true, true, true])
})

test('wishes are listed once, with the names of their own tenant, and only phones that were asked about are found', async () => {
  const db = database.queries
  const [ours, theirs] = [newId<TenantId>(), newId<TenantId>()]
  const providerNumberId = newId<NumberId>()
  for (const tenantId of [ours, theirs]) {
    await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, '', now())`.execute(db)
    await sql`insert into provider_numbers (tenant_id, number_id, sid, number, name, created_at)
      values (${tenantId}, ${providerNumberId}, 'PN1', '+12025550100', ${tenantId}, now())`.execute(db)
  }
  const pair = { tenantId: ours, providerNumberId, number: PAIR.number, ...wishes }
  await database.transaction(async (trx) => {
    for (const one of [pair, pair, { ...pair, number: '+12025550143' }]) await optOut(trx, one)
  })
  const listed = await listWishes(db, { tenantId: ours, number: PAIR.number, limit: 10 })
  expect(listed.map(({ wish, twilioNumber }) => [wish, twilioNumber.name])).toEqual([['stop', ours]])
  expect([...(await optedOut(db, { ...pair, numbers: [PAIR.number] }))]).toEqual([PAIR.number])
  await database.transaction(async (trx) => {
    for (const one of [pair, pair]) await optIn(trx, one)
  })
  expect(await listWishes(db, { tenantId: ours, number: PAIR.number, limit: 10 })).toHaveLength(2)
})
