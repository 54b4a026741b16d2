import type { NumberId, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordConsent } from '../../tests/record-consent.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { listEntries, listWishes, optedOut } from './consent-store.ts'
import { wasAsked } from './ledger-store.ts'
import type { ConsentKey, NewEntry } from './ledger-store.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** The first one, and others that each differ in one part of the key. */
async function fourPhones(): Promise<[ConsentKey, ConsentKey, ConsentKey, ConsentKey]> {
  const phone = { tenantId: newId<TenantId>(), lineId: newId<NumberId>(), number: '+12025550142' }
  const phones: [ConsentKey, ConsentKey, ConsentKey, ConsentKey] = [
    phone,
    { ...phone, number: '+12025550143' },
    { ...phone, lineId: newId<NumberId>() },
    { ...phone, tenantId: newId<TenantId>() },
  ]
  for (const { tenantId, lineId } of phones) {
    await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, '', now())
      on conflict do nothing`.execute(database.queries)
    await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
      values (${tenantId}, ${lineId}, ${lineId}, '+12025550100', ${`Line of ${tenantId}`}, now())
      on conflict do nothing`.execute(database.queries)
  }
  return phones
}

const record = (key: ConsentKey, entry: Partial<NewEntry> = {}) =>
  database.transaction((trx) => recordConsent(trx, key, entry))

const areOptedOut = (phones: readonly ConsentKey[]) =>
  Promise.all(
    phones.map(async (key) => (await optedOut(database.queries, { ...key, numbers: [key.number] })).has(key.number)),
  )

const phoneWith = (number: string) => ({ id: newId<NumberId>(), number, isFormer: false })

const written = () => database.queries.selectFrom('writtenConsents').select(['tenantId', 'lineId', 'number']).execute()

test('a refusal and a consent apply to one phone, one line, and one tenant', async () => {
  const phones = await fourPhones()
  const [own, ...others] = phones
  await record(own)
  expect(await areOptedOut(phones)).toEqual([true, false, false, false])
  for (const other of others) await record(other)
  await record(own, { state: 'granted' })
  expect(await areOptedOut(phones)).toEqual([false, true, true, true])
  expect(
    (await written()).filter(({ number, tenantId }) => number === own.number && tenantId === own.tenantId),
  ).toEqual([own])
  for (const other of others) await record(other, { state: 'granted' })
  await record(own)
  expect((await written()).filter((key) => phones.some(({ tenantId }) => tenantId === key.tenantId))).toHaveLength(3)
})

test('an opt-out by hand is added to the STOP of a phone, and says who made it', async () => {
  const [own, ...others] = await fourPhones()
  const by = newId<UserId>()
  await sql`insert into users (tenant_id, user_id, name, role, created_at)
    values (${own.tenantId}, ${by}, 'Dana', 'User', now())`.execute(database.queries)
  for (const key of [own, ...others]) await record(key)
  await record(own, { source: 'manual', by })
  const byHand = await database.queries
    .selectFrom('optOuts')
    .select(['tenantId', 'lineId', 'number', 'source'])
    .where('manualBy', '=', by)
    .execute()
  expect(byHand).toEqual([{ ...own, source: 'keyword' }])
  const listed = await listWishes(database.queries, { ...own, limit: 10 })
  expect(listed.map(({ source, by: name }) => [source, name])).toEqual([
    ['manual', 'Dana'],
    ['keyword', null],
    ['keyword', null],
  ])
})

test('entries are listed with their evidence, the last recorded first, for some phones or for all of the tenant', async () => {
  const [own, sibling, , stranger] = await fourPhones()
  await record(own, { wording: 'Stop texting me', address: '192.0.2.7' })
  await record(sibling, { state: 'asked', source: 'manual' })
  await record(stranger)
  const all = { tenantId: own.tenantId, phones: null, after: null, limit: 10 }
  const listed = await listEntries(database.queries, all)
  expect(listed.map(({ number, state, wording, address }) => [number, state, wording, address])).toEqual([
    [sibling.number, 'asked', '', ''],
    [own.number, 'revoked', 'Stop texting me', '192.0.2.7'],
  ])
  expect(listed[0]?.line.name).toBe(`Line of ${own.tenantId}`)
  expect(await listEntries(database.queries, { ...all, after: listed[0]!.id })).toEqual([listed[1]])
  expect(await listEntries(database.queries, { ...all, phones: [phoneWith(own.number)] })).toEqual([listed[1]])
})

test('only a phone that was asked counts as asked', async () => {
  const phones = await fourPhones()
  await record(phones[0], { state: 'asked', source: 'manual' })
  await record(phones[1], { state: 'granted' })
  expect(await Promise.all(phones.map((key) => wasAsked(database.queries, key)))).toEqual([true, false, false, false])
})

test.each([
  'update consent_entries set line_id = line_id',
  'delete from consent_entries',
  'truncate consent_entries cascade',
])('the database refuses: %s', async (statement) => {
  const [own] = await fourPhones()
  await record(own)
  await expect(sql.raw(statement).execute(database.queries)).rejects.toThrow('append-only')
})

test('an opt-out of the previous version becomes an entry, under any spelling of the phone', async () => {
  const [{ tenantId, lineId }] = await fourPhones()
  const number = '+5215515875145'
  for (const [wish, source] of [
    ['stop', 'refused'],
    ['start', 'keyword'],
  ]) {
    await sql`insert into opt_out_changes (tenant_id, change_id, line_id, number, wish, source, changed_at)
      values (${tenantId}, ${newId()}, ${lineId}, ${number}, ${wish}, ${source}, now())`.execute(database.queries)
  }
  const listed = await listEntries(database.queries, {
    tenantId,
    phones: [phoneWith('+525515875145')],
    after: null,
    limit: 10,
  })
  expect(listed.map(({ state, source }) => [state, source])).toEqual([
    ['granted', 'keyword'],
    ['revoked', 'twilioError'],
  ])
})
