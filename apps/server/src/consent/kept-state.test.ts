import { phoneIdentity, phoneSpellings } from '@partyline/contract'
import type { NumberId, TenantId, UserId } from '@partyline/contract'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordConsent } from '../../tests/record-consent.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { newId, systemClock } from '../platform/index.ts'
import type { Database, Queries } from '../platform/index.ts'
import { createHandOver } from './hand-over.ts'
import { consentAfter, refusalOf, writtenConsentOf } from './consent-state.ts'
import { factsOf, optedOut } from './consent-store.ts'
import { addImported } from './imported-consent-store.ts'

let database: Database
const tenantId = newId<TenantId>()
beforeAll(async () => {
  database = await openTestDatabase()
  await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, '', now())`.execute(database.queries)
})
afterAll(() => database.close())

const PHONES = ['+525515875145', '+541123456789', '+5511987654321', '+12025550142']
const NUMBERS = PHONES.flatMap(phoneSpellings)
const entry = fc.record({
  number: fc.constantFrom(...NUMBERS),
  state: fc.constantFrom('granted' as const, 'refused' as const, 'revoked' as const),
  source: fc.constantFrom(
    'keyword' as const,
    'twilioError' as const,
    'manual' as const,
    'form' as const,
    'spoken' as const,
  ),
  daysAgo: fc.integer({ min: 0, max: 3 }),
})
/** Someone else has the number from then on. */
const handedOver = fc.record({ handedOver: fc.constantFrom(...NUMBERS) })
const handOver = createHandOver({ clock: systemClock })

/** A statement about several phones. */
const imported = fc.record({
  stated: fc.constantFrom('granted' as const, 'revoked' as const),
  numbers: fc.uniqueArray(fc.constantFrom(...NUMBERS), { minLength: 1 }),
  daysAgo: fc.integer({ min: 0, max: 3 }),
})

/** Gives a number another owner, who gets its opt-outs and nothing else. */
async function handOverTo(trx: Queries, lineId: NumberId, number: string) {
  const id = newId<NumberId>()
  await sql`insert into contacts (tenant_id, number_id, number, name, created_at, deleted_at, reassigned_at)
    values (${tenantId}, ${id}, ${number}, '', now(), now(), now())`.execute(trx)
  const before = await optedOut(trx, { tenantId, lineId, numbers: NUMBERS })
  await handOver(trx, { tenantId, id, number })
  expect(await optedOut(trx, { tenantId, lineId, numbers: NUMBERS })).toEqual(before)
  const agreed = (await factsOf(trx, tenantId, [number])).filter(({ state }) => state === 'granted')
  expect(agreed).toEqual([])
}

test('opt-outs and written consents match the entries for every spelling of the phone and order of recording', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ arbitrary: entry, weight: 4 }, imported, handedOver), { maxLength: 12 }),
      async (entries) => {
        const lineId = newId<NumberId>()
        await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
        values (${tenantId}, ${lineId}, ${lineId}, '+12025550100', '', now())`.execute(database.queries)
        await database.transaction(async (trx) => {
          for (const one of entries) {
            if ('handedOver' in one) {
              await handOverTo(trx, lineId, one.handedOver)
              continue
            }
            const { daysAgo, ...more } = one
            const at = new Date(Date.UTC(2026, 10, 20 - daysAgo))
            if ('numbers' in more) {
              const statement = {
                state: more.stated,
                by: newId<UserId>(),
                at,
                recordedAt: at,
                wording: 'They agreed.',
                address: 'people.csv',
              }
              await addImported(trx, { tenantId, lineIds: [lineId], numbers: more.numbers }, statement)
            } else {
              const { number, ...one } = more
              await recordConsent(trx, { tenantId, lineId, number }, { ...one, at })
            }
          }
          const facts = (await factsOf(trx, tenantId, NUMBERS)).filter((fact) => fact.lineId === lineId)
          const stateOf = (number: string) =>
            consentAfter(facts.filter((fact) => fact.number === phoneIdentity(number)))
          const refused = NUMBERS.filter((number) => refusalOf(stateOf(number)))
          expect([...(await optedOut(trx, { tenantId, lineId, numbers: NUMBERS }))]).toEqual(refused)
          // Once for each phone, in whichever spelling.
          const kept = await trx.selectFrom('optOuts').select('number').where('lineId', '=', lineId).execute()
          expect(kept.map(({ number }) => phoneIdentity(number)).toSorted()).toEqual(
            [...new Set(refused.map(phoneIdentity))].toSorted(),
          )
          // As sends are claimed.
          const { rows } = await sql<{ number: string }>`
          select number from unnest(${NUMBERS}::text[]) with ordinality as n (number, place)
          where exists (select from opt_outs o where o.tenant_id = ${tenantId} and o.line_id = ${lineId}
            and o.number = any(phone_spellings(n.number)))
          order by place`.execute(trx)
          expect(rows.map(({ number }) => number)).toEqual(refused)
          const written = await trx
            .selectFrom('writtenConsents')
            .select('number')
            .where('lineId', '=', lineId)
            .execute()
          const expected = PHONES.filter((number) => writtenConsentOf(stateOf(number))).map(phoneIdentity)
          expect(written.map(({ number }) => number).toSorted()).toEqual(expected.toSorted())
        })
      },
    ),
    { numRuns: 100 },
  )
})
