import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertQueuedText } from '../../../tests/queued-text.ts'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { TestDatabase } from '../../../tests/test-database.ts'
import { contactsWithEmails, emailMatches } from './matched-cards-store.ts'

const CONTACTS = 5_000
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('many emails are found by their index, with statistics and without', async () => {
  const { queries } = database
  const { tenantId } = await insertQueuedText(queries, { number: '+12025550142', at: new Date() })
  await sql`
    insert into contact_cards (tenant_id, contact_id, name, emails, created_at)
    select ${tenantId}::uuid, gen_random_uuid(), 'Person', array['p' || n || '@example.com'], now()
    from generate_series(1, ${CONTACTS}) n`.execute(queries)
  const emails = Array.from({ length: 500 }, (_, at) => `P${at * 20}@example.com`)
  for (const step of ['before', 'after']) {
    if (step === 'after') await sql`analyze contact_cards`.execute(queries)
    const { rows } = await sql<Record<string, string>>`explain ${emailMatches(tenantId, emails)}`.execute(queries)
    const plan = rows.flatMap((row) => Object.values(row)).join('\n')
    expect(plan).toContain('contact_cards_emails')
    expect(plan).not.toContain('Seq Scan on contact_cards')
  }
  expect(await contactsWithEmails(queries, tenantId, emails)).toHaveLength(CONTACTS / 20)
})
