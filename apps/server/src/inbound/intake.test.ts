import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import { until } from '../../tests/until.ts'
import { newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { startProcess } from './tests/receiving-process.ts'

/** More than one page of a sweep. */
const MANY = 1_500
const ACCOUNT = 'AC1'
const POISON = '+12025550666'

let database: Database
let tenantId: TenantId
beforeAll(async () => {
  database = await openTestDatabase({ pool: 4 })
})
afterAll(() => database.close())
beforeEach(async () => {
  tenantId = newId<TenantId>()
  await sql`insert into tenants (tenant_id, name, account_sid, created_at)
    values (${tenantId}, 'Clinic', ${ACCOUNT}, now())`.execute(database.queries)
})

const textOf = (From: string, To: string) => {
  const parameters = { MessageSid: `SM-${From}-${To}`, From, To }
  return { parameters, accountSid: ACCOUNT, tenants: [{ tenantId }] }
}

async function waiting(): Promise<string[]> {
  const { rows } = await sql<{ to: string }>`
    select parameters->>'To' as to from provider_events
    where tenant_id = ${tenantId} and processed_at is null order by kept_as`.execute(database.queries)
  return rows.map(({ to }) => to)
}

test('texts left by another process are routed at startup, while others arrive', async () => {
  const gone = startProcess(database)
  await gone.stop()
  const phones = Array.from({ length: 2 * MANY }, (_, index) => `+1${index}`)
  await Promise.all(phones.slice(0, MANY).map((phone) => gone.keep(textOf(phone, 'us'))))
  expect(await waiting()).toHaveLength(MANY)
  const receiving = startProcess(database)
  receiving.start()
  await Promise.all(phones.slice(MANY).map((phone) => receiving.keep(textOf(phone, 'us'))))
  await until(async () => (await waiting()).length === 0)
  await receiving.stop()
  const { rows } = await sql`select 1 from provider_events where tenant_id = ${tenantId}`.execute(database.queries)
  expect(rows).toHaveLength(2 * MANY)
})

test('a phone’s texts are routed in the order in which they were stored, across processes', async () => {
  const placed: string[] = []
  const begun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const note = (numbers: readonly string[]) => void placed.push(...numbers.filter((number) => number !== '+1'))
  const slow = startProcess(database, {
    async lookUp(numbers) {
      begun.resolve()
      await released.promise
      note(numbers)
    },
  })
  const quick = startProcess(database, { lookUp: note })
  await slow.keep(textOf('+1', 'first'))
  await begun.promise
  const kept = quick.keep(textOf('+1', 'second')).then(() => quick.keep(textOf('+1', 'third')))
  // With PostgreSQL the second process is routing by now. The embedded database has only one connection.
  if (process.env['DATABASE_URL']) await kept
  released.resolve()
  await kept
  await until(async () => (await waiting()).length === 0)
  await Promise.all([slow.stop(), quick.stop()])
  expect(placed).toEqual(['first', 'second', 'third'])
})

test('a text is not postponed because of a full disk, and the next sweep routes it', async () => {
  let tries = 0
  const full = startProcess(database, {
    lookUp() {
      tries += 1
      throw Object.assign(new Error('could not extend file'), { code: '53100' })
    },
  })
  await full.keep(textOf('+1', 'us'))
  // Once in its batch, and once alone.
  await until(async () => tries === 2)
  await full.stop()
  expect(await waiting()).toEqual(['us'])
  const receiving = startProcess(database)
  receiving.start()
  await until(async () => (await waiting()).length === 0)
  await receiving.stop()
})

test('a text that cannot be routed is postponed without delaying other texts of its phone or of others', async () => {
  const gone = startProcess(database)
  await gone.stop()
  const texts = [textOf('+1', 'a'), textOf('+2', 'b'), textOf('+2', POISON), textOf('+2', 'c'), textOf('+3', POISON)]
  for (const text of texts) await gone.keep(text)
  const receiving = startProcess(database, {
    lookUp(numbers) {
      if (numbers.includes(POISON)) throw new Error('This one always fails.')
    },
  })
  receiving.start()
  await until(async () => (await waiting()).length === 2)
  await receiving.stop()
  expect(await waiting()).toEqual([POISON, POISON])
  const { rows } = await sql<{ attempts: number; isDue: boolean }>`
    select attempts, next_try_at <= now() as "isDue" from provider_events
    where tenant_id = ${tenantId} and processed_at is null`.execute(database.queries)
  expect(rows).toEqual([
    { attempts: 1, isDue: false },
    { attempts: 1, isDue: false },
  ])
  expect(receiving.events).not.toContainEqual([])
})

test('the texts of many phones are routed in one batch', async () => {
  const gone = startProcess(database)
  await gone.stop()
  for (let phone = 0; phone < 50; phone++) await gone.keep(textOf(`+1${phone}`, 'us'))
  let batches = 0
  const receiving = startProcess(database, { lookUp: () => void (batches += 1) })
  receiving.start()
  await until(async () => (await waiting()).length === 0)
  await receiving.stop()
  // The first text is routed alone, and all others in one batch after it.
  expect(batches).toBe(2)
})
