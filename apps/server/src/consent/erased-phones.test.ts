import { randomBytes } from 'node:crypto'
import { phoneIdentity, phoneSpellings } from '@partyline/contract'
import type { NumberId, TenantId, UserId } from '@partyline/contract'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { recordConsent } from '../../tests/record-consent.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { createKeyring, newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { consentAfter, refusalOf } from './consent-state.ts'
import type { ConsentFact } from './consent-state.ts'
import { optedOut } from './consent-store.ts'
import { addImported } from './imported-consent-store.ts'
import { createErasedPhones } from './erased-phones.ts'

/** `HISTORIES=10000` tries more. */
const HISTORIES = Number(process.env['HISTORIES'] ?? 100)

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const log = { error: vi.fn<() => void>() }
const keyringOf = (id: string) => createKeyring([{ id, key: randomBytes(32) }])
const keyring = keyringOf('first')
const erased = () => createErasedPhones({ database, keyring, log })

async function newTenant(): Promise<{ tenantId: TenantId; lineId: NumberId }> {
  const [tenantId, lineId] = [newId<TenantId>(), newId<NumberId>()]
  await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, '', now())`.execute(database.queries)
  await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
    values (${tenantId}, ${lineId}, ${lineId}, '+12025550100', '', now())`.execute(database.queries)
  return { tenantId, lineId }
}

const by = newId<UserId>()
const PHONES = ['+525515875145', '+5511987654321', '+12025550142']
const number = fc.constantFrom(...PHONES.flatMap(phoneSpellings))
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('entry' as const),
      number,
      state: fc.constantFrom('granted' as const, 'refused' as const, 'revoked' as const),
      source: fc.constantFrom('keyword' as const, 'twilioError' as const, 'manual' as const, 'form' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constantFrom('erase' as const, 'add' as const), number }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('import' as const),
      stated: fc.constantFrom('granted' as const, 'revoked' as const),
      number,
    }),
  },
)

test('a phone that refused texts stays opted out through any history of imports, erasures, and returns', async () => {
  const numbers = PHONES.flatMap(phoneSpellings)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { tenantId, lineId } = await newTenant()
      const known = new Map<string, ConsentFact[]>()
      const hidden = new Map<string, ConsentFact[]>()
      const isRefused = (facts: ConsentFact[] = []) => refusalOf(consentAfter(facts)) !== null
      for (const [index, one] of steps.entries()) {
        const phone = phoneIdentity(one.number)
        const at = new Date(Date.UTC(2026, 10, 1, 0, index))
        await database.transaction(async (trx) => {
          if (one.what === 'erase') {
            await erased().forget(trx, tenantId, { numbers: [one.number], formerIds: [] })
            if (isRefused(known.get(phone))) hidden.set(phone, known.get(phone) ?? [])
            known.delete(phone)
            return
          }
          // Only a phone that was added gets entries.
          await erased().recall(trx, tenantId, [one.number])
          known.set(phone, known.get(phone) ?? hidden.get(phone) ?? [])
          hidden.delete(phone)
          if (one.what === 'import') {
            const statement = {
              state: one.stated,
              by,
              at,
              recordedAt: at,
              wording: 'They agreed.',
              address: 'people.csv',
            }
            await addImported(trx, { tenantId, lineIds: [lineId], numbers: [one.number] }, statement)
            known.get(phone)?.push({ state: one.stated, source: 'import', at, by })
          }
          if ('state' in one) {
            const { state, source } = one
            await recordConsent(trx, { tenantId, lineId, number: one.number }, { state, source, at })
            known.get(phone)?.push({ state, source, at, by: null })
          }
        })
      }
      const refused = numbers.filter((spelling) => isRefused(known.get(phoneIdentity(spelling))))
      expect([...(await optedOut(database.queries, { tenantId, lineId, numbers }))]).toEqual(refused)
      await database.transaction((trx) => erased().recall(trx, tenantId, PHONES))
      const all = numbers.filter((spelling) => {
        const phone = phoneIdentity(spelling)
        return isRefused(known.get(phone) ?? hidden.get(phone))
      })
      expect([...(await optedOut(database.queries, { tenantId, lineId, numbers }))]).toEqual(all)
    }),
    { numRuns: HISTORIES },
  )
})

test('what is left of an erased phone depends on the tenant, and says nothing without its key', async () => {
  const [ours, theirs] = [await newTenant(), await newTenant()]
  for (const key of [ours, theirs]) {
    await database.transaction(async (trx) => {
      await recordConsent(trx, { ...key, number: '+12025550142' })
      await erased().forget(trx, key.tenantId, { numbers: ['+12025550142'], formerIds: [] })
    })
  }
  const people = await database.queries
    .selectFrom('consentPeople')
    .selectAll()
    .where('tenantId', 'in', [ours.tenantId, theirs.tenantId])
    .execute()
  expect(people.map((person) => person.number)).toEqual([null, null])
  expect(people[0]?.phoneHash).not.toEqual(people[1]?.phoneHash)
  const lost = createErasedPhones({ database, keyring: keyringOf('other'), log })
  await database.transaction((trx) => lost.recall(trx, ours.tenantId, ['+12025550142']))
  await lost.renewKeys()
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ tenantId: ours.tenantId }), expect.any(String))
  await database.transaction((trx) => erased().recall(trx, ours.tenantId, ['+12025550142']))
  expect((await optedOut(database.queries, { ...ours, numbers: ['+12025550142'] })).size).toBe(1)
  expect((await optedOut(database.queries, { ...theirs, numbers: ['+12025550142'] })).size).toBe(0)
})
