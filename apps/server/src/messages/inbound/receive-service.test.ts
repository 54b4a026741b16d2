import type { RealtimeEvent, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import { until } from '../../../tests/until.ts'
import { createChats } from '../../chats/index.ts'
import { createTopic, newId, systemClock } from '../../platform/index.ts'
import type { Clock, Database } from '../../platform/index.ts'
import { createTranscript } from '../../transcript/index.ts'
import { createOptOuts } from '../opt-outs-service.ts'
import { createReceiving } from './receive-service.ts'

/** More than one page of a sweep. */
const MANY = 1_500
const ACCOUNT = 'AC1'
const POISON = '+12025550666'

const fail = (error: unknown) => {
  throw error
}
const uncalled = () => fail(new Error('A text to a number that is not in use goes into no chat.'))

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

/** There is no sweep but the one at the start. */
const clock: Clock = { ...systemClock, after: (ms, work) => (ms === 0 ? systemClock.after(ms, work) : () => {}) }

/** A process in which no number is in use, so that no text needs a chat. It says what it looks up, in the order of placing. */
function processOf({ lookUp }: { lookUp: (numbers: readonly string[]) => void | Promise<void> }) {
  const announcements = createTopic<readonly RealtimeEvent[]>(fail)
  const transcript = createTranscript({ presentFile: uncalled })
  const parts = { database, clock, transcript, announcements }
  const chats = createChats({
    ...parts,
    numbers: { findProviderNumber: uncalled, listInUse: uncalled, requireTextable: uncalled },
  })
  return createReceiving({
    ...parts,
    chats,
    optOuts: createOptOuts({ ...parts, chats }),
    log: { error: () => {}, info: () => {} },
    numbers: {
      findInUse: uncalled,
      async inUseAmong(_db, _tenantId, numbers) {
        await lookUp(numbers)
        return []
      },
      mobileByNumbers: async () => [],
      defaultUsers: uncalled,
      findOrCreateMobile: uncalled,
    },
  })
}

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

test('what another process has left is placed at the start, also while as many come in', async () => {
  const gone = processOf({ lookUp: () => {} })
  await gone.stop()
  const phones = Array.from({ length: 2 * MANY }, (_, index) => `+1${index}`)
  await Promise.all(phones.slice(0, MANY).map((phone) => gone.keep(textOf(phone, 'us'))))
  expect(await waiting()).toHaveLength(MANY)
  const receiving = processOf({ lookUp: () => {} })
  receiving.start()
  await Promise.all(phones.slice(MANY).map((phone) => receiving.keep(textOf(phone, 'us'))))
  await until(async () => (await waiting()).length === 0)
  await receiving.stop()
  const { rows } = await sql`select 1 from provider_events where tenant_id = ${tenantId}`.execute(database.queries)
  expect(rows).toHaveLength(2 * MANY)
})

test("a phone's texts are placed in the order in which they were kept, whichever process has kept them", async () => {
  const placed: string[] = []
  const begun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const note = (numbers: readonly string[]) => void placed.push(...numbers.filter((number) => number !== '+1'))
  const slow = processOf({
    async lookUp(numbers) {
      begun.resolve()
      await released.promise
      note(numbers)
    },
  })
  const quick = processOf({ lookUp: note })
  await slow.keep(textOf('+1', 'first'))
  await begun.promise
  const kept = quick.keep(textOf('+1', 'second')).then(() => quick.keep(textOf('+1', 'third')))
  // On PostgreSQL the second process is at its texts now; the embedded database has one connection.
  if (process.env['DATABASE_URL']) await kept
  released.resolve()
  await kept
  await until(async () => (await waiting()).length === 0)
  await Promise.all([slow.stop(), quick.stop()])
  expect(placed).toEqual(['first', 'second', 'third'])
})

test('a text that cannot be placed is put off alone, and holds up neither its phone nor the others', async () => {
  const gone = processOf({ lookUp: () => {} })
  await gone.stop()
  const texts = [textOf('+1', 'a'), textOf('+2', 'b'), textOf('+2', POISON), textOf('+2', 'c'), textOf('+3', POISON)]
  for (const text of texts) await gone.keep(text)
  const receiving = processOf({
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
})

test('the texts of many phones are placed together', async () => {
  const gone = processOf({ lookUp: () => {} })
  await gone.stop()
  for (let phone = 0; phone < 50; phone++) await gone.keep(textOf(`+1${phone}`, 'us'))
  let batches = 0
  const receiving = processOf({ lookUp: () => void (batches += 1) })
  receiving.start()
  await until(async () => (await waiting()).length === 0)
  await receiving.stop()
  // The sweep asks for the first one, and for all of the others while that is under way.
  expect(batches).toBe(2)
})
