import { DIAGNOSTICS_FINDINGS, EMBEDDED_MAX_MESSAGES } from '@partyline/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startHarness } from '../../tests/harness.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { databaseFinding } from './database-check.ts'
import { openConsultation } from './tests/consultation.ts'

const { database: findings } = DIAGNOSTICS_FINDINGS
const TENANTS = ['10000000-0000-7000-8000-000000000001', '10000000-0000-7000-8000-000000000002']

test('the embedded database is fine until all tenants together have too many messages', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const { queries } = database
  expect(await databaseFinding(queries, true)).toEqual(findings.embedded())
  for (const id of TENANTS) {
    await sql`insert into tenants (tenant_id, name, created_at) values (${id}, 'Clinic', now())`.execute(queries)
    await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
      values (${id}, ${id}, 'PN', ${id}, 'Desk', now())`.execute(queries)
    await sql`insert into chats (tenant_id, chat_id, number_id, name, message_count, last_message_at, created_at)
      values (${id}, ${id}, ${id}, 'Chat', ${EMBEDDED_MAX_MESSAGES / 2}, now(), now())`.execute(queries)
  }
  expect(await databaseFinding(queries, true)).toEqual(findings.embedded())
  await sql`update chats set message_count = message_count + 1 where tenant_id = ${TENANTS[1]}`.execute(queries)
  expect(await databaseFinding(queries, true)).toMatchObject({
    state: 'warning',
    found: 'The embedded database has more than 1,000,000 messages.',
    advice: expect.stringContaining('npm run move -- --to postgres://'),
  })
  expect(await databaseFinding(queries, false)).toEqual(findings.postgres())
})

test('Diagnostics names the database of this server', async () => {
  const harness = await startHarness()
  onTestFinished(() => harness.close())
  const consultation = await openConsultation(harness)
  const wanted = harness.settings['DATABASE_URL'] ? findings.postgres() : findings.embedded()
  expect(await consultation.ask('database')).toMatchObject({ state: 'passed', found: wanted.found })
})
