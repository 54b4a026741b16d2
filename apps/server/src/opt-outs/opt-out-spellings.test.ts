import { phoneSpellings } from '@partyline/contract'
import type { NumberId, TenantId } from '@partyline/contract'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import { newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { optedOut, optIn, optOut } from './opt-outs-store.ts'

let database: Database
const tenantId = newId<TenantId>()
beforeAll(async () => {
  database = await openTestDatabase()
  await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, '', now())`.execute(database.queries)
})
afterAll(() => database.close())

const PHONES = ['+525515875145', '+541123456789', '+5511987654321', '+12025550142']
const spelling = fc.constantFrom(...PHONES.flatMap(phoneSpellings))
const history = fc.array(fc.record({ wish: fc.constantFrom('stop', 'start'), number: spelling }), { maxLength: 12 })

test('a phone that refused under one spelling is refused under each', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (wishes) => {
      const lineId = newId<NumberId>()
      await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
        values (${tenantId}, ${lineId}, ${lineId}, '+12025550100', '', now())`.execute(database.queries)
      const refused = new Set<string>()
      await database.transaction(async (trx) => {
        for (const { wish, number } of wishes) {
          const wished = { tenantId, lineId, number, source: 'keyword', since: new Date() } as const
          const isNews = wish === 'stop' ? await optOut(trx, wished) : await optIn(trx, wished)
          const phone = phoneSpellings(number).join()
          expect(isNews).toBe(refused.has(phone) === (wish === 'start'))
          if (wish === 'stop') refused.add(phone)
          else refused.delete(phone)
        }
        const numbers = PHONES.flatMap(phoneSpellings)
        const expected = numbers.filter((number) => refused.has(phoneSpellings(number).join()))
        expect([...(await optedOut(trx, { tenantId, lineId, numbers }))]).toEqual(expected)
        // As sends are claimed.
        const { rows } = await sql<{ number: string }>`
          select number from unnest(${numbers}::text[]) with ordinality as n (number, place)
          where exists (select from opt_outs o where o.tenant_id = ${tenantId} and o.line_id = ${lineId}
            and o.number = any(phone_spellings(n.number)))
          order by place`.execute(trx)
        expect(rows.map(({ number }) => number)).toEqual(expected)
      })
    }),
    { numRuns: 60 },
  )
})
