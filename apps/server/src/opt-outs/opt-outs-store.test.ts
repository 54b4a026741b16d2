import type { NumberId, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import { newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { listWishes, optedOut, optIn, optOut, optOutByHand } from './opt-outs-store.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const PAIR = { tenantId: newId<TenantId>(), lineId: newId<NumberId>(), number: '+12025550142' }
/** Each differs in one part of the key. */
const OTHERS = [
  { ...PAIR, number: '+12025550143' },
  { ...PAIR, lineId: newId<NumberId>() },
  { ...PAIR, tenantId: newId<TenantId>() },
]
const wishes = { source: 'keyword', since: new Date() } as const

async function addLines(...pairs: (typeof PAIR)[]) {
  for (const { tenantId, lineId } of pairs) {
    await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, '', now())
      on conflict do nothing`.execute(database.queries)
    await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
      values (${tenantId}, ${lineId}, ${lineId}, '+12025550100', '', now())
      on conflict do nothing`.execute(database.queries)
  }
}

test('an opt-out applies to one phone, one line, and one tenant', async () => {
  await addLines(PAIR, ...OTHERS)
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

test('an opt-out by hand is added to the STOP of one phone, on one line, in one tenant, and YES takes back only the STOP of another', async () => {
  const own = { tenantId: newId<TenantId>(), lineId: newId<NumberId>(), number: PAIR.number }
  const others = [
    { ...own, number: '+12025550143' },
    { ...own, lineId: newId<NumberId>() },
    { ...own, tenantId: newId<TenantId>() },
  ]
  await addLines(own, ...others)
  const by = newId<UserId>()
  for (const { tenantId } of [own, others[2]!]) {
    await sql`insert into users (tenant_id, user_id, name, role, created_at)
      values (${tenantId}, ${by}, ${`Dana of ${tenantId}`}, 'User', now())`.execute(database.queries)
  }
  await database.transaction(async (trx) => {
    for (const pair of [own, ...others]) await optOut(trx, { ...pair, ...wishes })
    expect(await optOutByHand(trx, { ...own, since: new Date(), by })).toBe(true)
    expect(await optOutByHand(trx, { ...own, since: new Date(), by })).toBe(false)
  })
  const byHand = await database.queries
    .selectFrom('optOuts')
    .select(['tenantId', 'lineId', 'number'])
    .where('manualBy', '=', by)
    .execute()
  expect(byHand).toEqual([own])
  const listed = await listWishes(database.queries, { ...own, limit: 10 })
  expect(listed.map(({ source }) => source).toSorted()).toEqual(['keyword', 'keyword', 'manual'])
  expect(listed.find(({ source }) => source === 'manual')?.by).toBe(`Dana of ${own.tenantId}`)
  await database.transaction(async (trx) => {
    const yes = { keepsManual: true }
    expect(await optIn(trx, { ...own, ...wishes }, yes)).toBe(false)
    expect(await optIn(trx, { ...others[0]!, ...wishes }, yes)).toBe(true)
  })
})

test('changes are listed once with the line’s name of their own tenant, and only requested phones are returned', async () => {
  const db = database.queries
  const [ours, theirs] = [newId<TenantId>(), newId<TenantId>()]
  const lineId = newId<NumberId>()
  for (const tenantId of [ours, theirs]) {
    await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, '', now())`.execute(db)
    await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
      values (${tenantId}, ${lineId}, 'PN1', '+12025550100', ${tenantId}, now())`.execute(db)
  }
  const pair = { tenantId: ours, lineId, number: PAIR.number, ...wishes }
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
