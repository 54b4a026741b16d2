import type { RealtimeEvent } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countRoundTrips } from '../../tests/round-trips.ts'
import type { RoundTrips } from '../../tests/round-trips.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { QueuedText } from '../delivery/index.ts'
import { CommitInDoubt, createTopic, currentRequestId, newId, NoConnection, onBehalfOf } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { isAccountChanged } from '../tenants/index.ts'
import type { SignedCall } from '../twilio/index.ts'
import { createInboundIntake } from './intake.ts'
import { ACCOUNT, createInboundTenant, DESK } from './tests/inbound-tenant.ts'
import type { InboundTenant } from './tests/inbound-tenant.ts'

const [ANN, BEN] = ['+12025550142', '+12025550143']
const [ID_OF_ANN, ID_OF_BEN] = [newId<string>(), newId<string>()]
const MANY = 32
const THOUSANDS = 5_000
/** About four blocks of 8 kB for each table. The index entries of all chats of a line are in twice as many. */
const MAX_BLOCKS = 30
/** A second connection can hold a chat, and round trips are counted. The embedded database has neither. */
const isOnPostgres = Boolean(process.env['DATABASE_URL'])

let counted: RoundTrips
let database: Database
beforeAll(async () => {
  counted = await countRoundTrips()
  database = await openTestDatabase({ pool: 4, throughProxy: counted.through })
})
afterAll(async () => {
  await database.close()
  await counted.close()
})

let tenant: InboundTenant
beforeEach(async () => {
  tenant = await createInboundTenant(database)
})

type Account = Pick<SignedCall, 'storedAccounts'>

function startIntake(broken: Partial<Database> = {}) {
  const events: RealtimeEvent[] = []
  const errors: unknown[] = []
  const handled: unknown[] = []
  const fail = (error: unknown) => void errors.push(error)
  const announcements = createTopic<readonly RealtimeEvent[]>(fail)
  announcements.subscribe((list) => events.push(...list))
  const intake = createInboundIntake({
    ...tenant.parts,
    database: { ...database, ...broken },
    log: {
      error: ({ err }: { err: unknown }) => fail(err),
      info: (fields: object) => void handled.push({ ...fields, requestId: currentRequestId() }),
    },
    announcements,
    textsQueued: createTopic<readonly QueuedText[]>(fail),
    readTextParts: async () => {},
    mediaQueued: () => {},
  })
  return {
    events,
    errors,
    handled,
    intake,
    receive: (From: string, Body: string, MessageSid = newId<string>(), account: Account = {}) =>
      intake.keep({
        parameters: { MessageSid, From, To: DESK, Body },
        accountSid: ACCOUNT,
        tenants: [{ tenantId: tenant.tenantId }],
        ...account,
      }),
  }
}

async function roundTripsOf(work: () => Promise<unknown>): Promise<string[]> {
  counted.take()
  await work()
  return counted
    .take()
    .map((statements) => (statements.match(/begin|commit$|keep_texts|lock_chats|add_messages/g) ?? []).join(', '))
}

test.runIf(isOnPostgres)(
  'a text whose chat is known is stored and in its chat after one commit of three round trips',
  async () => {
    await tenant.openChat('Ann', [ANN])
    const { receive, events } = startIntake()
    const roundTrips = await roundTripsOf(() => receive(ANN, 'Hello'))
    expect(roundTrips).toEqual(['begin, keep_texts', 'lock_chats', 'add_messages, commit'])
    expect(await tenant.transcripts()).toEqual({ Ann: ['Hello'] })
    expect(await tenant.waiting()).toBe(0)
    expect(events).toMatchObject([{ kind: 'MessageAddedToChat', version: 1, data: { patch: { unclaimedCount: 1 } } }])
  },
)

test.runIf(isOnPostgres)('texts that arrive together share the commit', async () => {
  const phones = Array.from({ length: MANY }, (_, index) => `+1202556${1000 + index}`)
  for (const phone of phones) await tenant.openChat(phone, [phone])
  const { receive } = startIntake()
  // The first one does not wait for others.
  expect(await roundTripsOf(() => Promise.all(phones.map((phone) => receive(phone, 'Hello'))))).toHaveLength(2 * 3)
  expect(await tenant.transcripts()).toEqual(Object.fromEntries(phones.map((phone) => [phone, ['Hello']])))
})

test('the chat of a text is found by its key among thousands', async () => {
  await tenant.openChat('Ann', [ANN])
  const text = { place: 0, tenant_id: tenant.tenantId, account_sid: ACCOUNT, from_number: ANN, to_number: DESK }
  const find = sql<{ 'QUERY PLAN': [{ Plan: { 'Actual Rows': number; 'Shared Hit Blocks': number } }] }>`
    explain (analyze, buffers, format json)
    select * from find_known_chats(${JSON.stringify([{ ...text, sender: ANN }])})`
  await sql`with added as (select gen_random_uuid() as id, n from generate_series(1, ${THOUSANDS}::int) n),
    phones as (
      insert into contacts (tenant_id, number_id, number, name, created_at)
      select ${tenant.tenantId}, id, '+1303' || lpad(n::text, 7, '0'), 'Contact', now() from added),
    opened as (
      insert into chats (tenant_id, chat_id, number_id, name, last_message_at, created_at)
      select ${tenant.tenantId}, id, ${tenant.numberId}, 'Chat', now(), now() from added)
    insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at, holds_number_id)
    select ${tenant.tenantId}, id, id, 'ExternalMobile', now(), now(), ${tenant.numberId} from added`.execute(
    database.queries,
  )
  await sql`vacuum analyze`.execute(database.queries)
  await database.transaction(async (trx) => {
    // The first time, the statement is planned.
    await find.execute(trx)
    const { rows } = await find.execute(trx)
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    expect(plan).toMatchObject({ 'Actual Rows': 1 })
    expect(plan?.['Shared Hit Blocks']).toBeLessThan(MAX_BLOCKS)
  })
})

test('a text that arrives again is in its chat once', async () => {
  await tenant.openChat('Ann', [ANN])
  const { receive, events } = startIntake()
  await Promise.all([receive(ANN, 'Hello', 'SM1'), receive(ANN, 'Hello', 'SM1')])
  await receive(ANN, 'Hello', 'SM1')
  expect(await tenant.transcripts()).toEqual({ Ann: ['Hello'] })
  expect(events).toHaveLength(1)
})

test('a text is stored even if its message cannot be written, and does not affect others', async () => {
  await tenant.openChat('Ann', [ANN])
  await tenant.openChat('Ben', [BEN])
  await sql`alter table all_messages add constraint no_poison check (text <> 'Poison')`.execute(database.queries)
  const { receive, intake, errors } = startIntake()
  await Promise.all([receive(ANN, 'First'), receive(ANN, 'Poison'), receive(BEN, 'Hello')])
  await receive(ANN, 'Last')
  await intake.stop()
  const { rows } = await sql<{ body: string; isPostponed: boolean }>`
    select parameters->>'Body' as body, attempts > 0 as "isPostponed" from provider_events
    where tenant_id = ${tenant.tenantId} and processed_at is null`.execute(database.queries)
  expect(rows).toContainEqual({ body: 'Poison', isPostponed: true })
  expect(errors).not.toEqual([])
  await sql`alter table all_messages drop constraint no_poison`.execute(database.queries)
})

test('a text whose account has changed since it signed is refused, and does not affect others', async () => {
  await tenant.openChat('Ann', [ANN])
  await tenant.openChat('Ben', [BEN])
  const { tenantId } = tenant
  // Earlier tests have left tenants with this account.
  await sql`update tenants set account_sid = null where tenant_id <> ${tenantId}`.execute(database.queries)
  const { storedAccounts } = await tenant.parts.tenants.usingAccount(ACCOUNT, () => true)
  const { receive, errors } = startIntake()
  const texts = [
    receive(ANN, 'First', 'SM1', { storedAccounts }),
    receive(ANN, 'Refused', 'SM2', { storedAccounts: { [tenantId]: `${ACCOUNT}/former` } }),
    receive(BEN, 'Hello', 'SM3', { storedAccounts }),
    receive(ANN, 'STOP', 'SM4', { storedAccounts: {} }),
  ]
  const results = await Promise.allSettled(texts)
  expect(results.map((result) => (result.status === 'rejected' ? isAccountChanged(result.reason) : null))).toEqual([
    null,
    true,
    null,
    true,
  ])
  expect(await tenant.transcripts()).toEqual({ Ann: ['First'], Ben: ['Hello'] })
  expect([await tenant.waiting(), errors]).toEqual([0, []])
})

test('a text of an unknown phone does not keep the message of another text out of their commit', async () => {
  await tenant.openChat('Ann', [ANN])
  const { receive, errors } = startIntake()
  await Promise.all([receive(BEN, 'New here'), receive(ANN, 'Hello')])
  expect((await tenant.transcripts())['Ann']).toEqual(['Hello'])
  await expect.poll(tenant.waiting).toBe(0)
  expect(errors).toEqual([])
})

test.each([
  ['there is no connection', new NoConnection()],
  ['its commit is in doubt', new CommitInDoubt()],
])('storing a text fails at once if %s', async (_, error) => {
  await tenant.openChat('Ann', [ANN])
  const { receive, errors } = startIntake({ transaction: () => Promise.reject(error) })
  await expect(receive(ANN, 'Hello')).rejects.toBe(error)
  expect([await tenant.waiting(), errors]).toEqual([0, []])
})

test('each text is logged as handled, with the ID of its request', async () => {
  await tenant.openChat('Ann', [ANN])
  const { receive, handled } = startIntake()
  await onBehalfOf(ID_OF_ANN, () => receive(ANN, 'Hello', 'SM1'))
  await onBehalfOf(ID_OF_BEN, () => receive(BEN, 'Hello', 'SM2'))
  await expect
    .poll(() => handled)
    .toEqual([
      { messageSid: 'SM1', requestId: ID_OF_ANN },
      { messageSid: 'SM2', requestId: ID_OF_BEN },
    ])
})

test('a failure to route a text is logged with its cause', async () => {
  const error = new Error('The database is in recovery.')
  const { receive, errors, intake } = startIntake({ transaction: () => Promise.reject(error) })
  await receive(ANN, 'Hello')
  await expect.poll(() => errors).toEqual([error, error])
  expect(await tenant.waiting()).toBe(1)
  await intake.stop()
})

test.runIf(isOnPostgres)('storing a text does not wait for a locked chat', async () => {
  const chatId = await tenant.openChat('Ann', [ANN])
  const { receive } = startIntake()
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from chats where chat_id = $1 for update', [chatId])
    await receive(ANN, 'First')
    expect(await tenant.waiting()).toBe(1)
    await client.query('commit')
  } finally {
    client.release()
  }
  await expect.poll(tenant.waiting).toBe(0)
  expect(await tenant.transcripts()).toEqual({ Ann: ['First'] })
})

test('a text does not overtake an earlier one of its phone that waits', async () => {
  await tenant.openChat('Ann', [ANN])
  const gone = startIntake()
  await gone.intake.stop()
  await gone.receive(ANN, 'First')
  expect(await tenant.waiting()).toBe(1)
  const { receive } = startIntake()
  await receive(ANN, 'Second')
  await expect.poll(tenant.waiting).toBe(0)
  expect(await tenant.transcripts()).toEqual({ Ann: ['First', 'Second'] })
})

test.for([
  ['tenants', 'suspended = true'],
  ['tenants', "account_sid = 'AC2'"],
  ['contacts', 'disabled = true'],
  ['lines', 'in_use = false'],
] as const)('a text is rejected as before where %s have %s', async ([table, change]) => {
  await tenant.openChat('Ann', [ANN])
  await sql`update ${sql.table(table)} set ${sql.raw(change)} where tenant_id = ${tenant.tenantId}`.execute(
    database.queries,
  )
  const { receive, events } = startIntake()
  await receive(ANN, 'Hello')
  await expect.poll(tenant.waiting).toBe(0)
  expect(await tenant.transcripts()).toEqual({})
  await expect.poll(() => events.map(({ kind }) => kind)).toEqual(['IncomingMessageRejected'])
})

test('a STOP to an organization that is suspended is recorded, and its text is rejected', async () => {
  await tenant.openChat('Ann', [ANN])
  await sql`update tenants set suspended = true where tenant_id = ${tenant.tenantId}`.execute(database.queries)
  const { receive, events } = startIntake()
  await receive(ANN, 'STOP')
  await expect.poll(() => events.map(({ kind }) => kind)).toContain('IncomingMessageRejected')
  expect(await tenant.transcripts()).toEqual({})
  const { rows } = await sql`select number from opt_outs where tenant_id = ${tenant.tenantId}`.execute(database.queries)
  expect(rows).toEqual([{ number: ANN }])
})

test('a text of a phone that has left the chat gets a chat of its own', async () => {
  const chatId = await tenant.openChat('Ann', [ANN])
  await sql`update chat_members set holds_number_id = null, deleted_at = now() where chat_id = ${chatId}`.execute(
    database.queries,
  )
  const { receive } = startIntake()
  await receive(ANN, 'Hello')
  await expect.poll(tenant.waiting).toBe(0)
  expect(await tenant.transcripts()).toEqual({ [`Phone ${ANN}`]: ['Hello'] })
})

test('a text with characters that PostgreSQL cannot store is in its chat without them', async () => {
  await tenant.openChat('Ann', [ANN])
  const { receive } = startIntake()
  await receive(ANN, 'Hel\0lo')
  expect(await tenant.transcripts()).toEqual({ Ann: ['Hello'] })
})
