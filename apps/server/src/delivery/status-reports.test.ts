import type { RealtimeEvent, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { duringChange } from '../../tests/during-change.ts'
import { countRoundTrips } from '../../tests/round-trips.ts'
import type { RoundTrips } from '../../tests/round-trips.ts'
import { insertQueuedText, insertTextLike, insertTwin } from '../../tests/queued-text.ts'
import { patchOf } from '../../tests/hub.ts'
import { createStillClock } from '../../tests/still-clock.ts'
import { createTestChats } from '../../tests/test-chats.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { createLog, newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { isAccountChanged } from '../tenants/index.ts'
import { findDelivery } from '../transcript/index.ts'
import type { SignedCall } from '../twilio/index.ts'
import type { Send } from './queue-store.ts'
import { createStatusReports } from './status-reports.ts'
import { takeStatuses } from './status-reports-store.ts'

/** The embedded database has one connection, and no round trips to count. */
const { DATABASE_URL } = process.env
const ACCOUNT_SID = `AC${'a'.repeat(32)}`
const SID = `SM${'1'.repeat(32)}`
const EARLIER_SID = `SM${'2'.repeat(32)}`

const clock = createStillClock()
let counted: RoundTrips
let database: Database
beforeAll(async () => {
  counted = await countRoundTrips()
  database = await openTestDatabase({ throughProxy: counted.through })
})
afterAll(async () => {
  await database.close()
  await counted.close()
})

test.runIf(DATABASE_URL)(
  'a report is applied even if the text gets its SID while the report is processed',
  async () => {
    const text = await insertQueuedText(database.queries, { number: '+12025550142', at: clock.now() })
    const { tenantId, id } = text
    await reportWhile({ MessageSid: SID, MessageStatus: 'delivered' }, text, (client) =>
      client.query(`update deliveries set status = 'sending', due_at = null, provider_sid = $2 where tenant_id = $1`, [
        tenantId,
        SID,
      ]),
    )
    expect(await findDelivery(database.queries, tenantId, id)).toMatchObject({ status: 'delivered', providerSid: SID })
  },
)

test.each([
  ['while the second one is queued', 'queued', null],
  ['before Twilio’s response to the second one', 'sending', null],
  ['after Twilio has accepted the second one', 'sending', SID],
])('a late report of an earlier attempt is ignored %s', async (_, status, providerSid) => {
  const { tenantId, id } = await insertQueuedText(database.queries, { number: '+12025550142', at: clock.now() })
  await sql`update deliveries set status = ${status}, provider_sid = ${providerSid}, earlier_sids = ${[EARLIER_SID]}
    where delivery_id = ${id}`.execute(database.queries)
  for (const MessageStatus of ['failed', 'delivered']) {
    await report({ tenantId, id }, { MessageSid: EARLIER_SID, MessageStatus, ErrorCode: '30003' })
    const unchanged = { status, providerSid, errorCode: null, earlierSids: [EARLIER_SID] }
    expect(await findDelivery(database.queries, tenantId, id)).toMatchObject(unchanged)
  }
  // Nor is it kept for a delivery that may own the SID later.
  expect(await takeStatuses(database.queries, { tenantId, messageSid: EARLIER_SID })).toEqual([])
})

/** A text that Twilio has accepted. */
async function acceptedText() {
  const send = await insertQueuedText(database.queries, { number: '+12025550142', at: clock.now() })
  await sql`update deliveries set status = 'sending', due_at = null, provider_sid = ${SID}
    where tenant_id = ${send.tenantId}`.execute(database.queries)
  return send
}
const kept = (tenantId: TenantId, messageSid: string) => takeStatuses(database.queries, { tenantId, messageSid })

test('a report applies to the text with its SID, not to the one in the URL', async () => {
  const { tenantId, id } = await acceptedText()
  const other = { provider_sid: EARLIER_SID }
  const named = await insertTextLike(database.queries, { tenantId, id }, other)
  await report({ tenantId, id: named }, { MessageSid: SID, MessageStatus: 'delivered' })
  expect(await findDelivery(database.queries, tenantId, id)).toMatchObject({ status: 'delivered' })
  expect(await findDelivery(database.queries, tenantId, named)).toMatchObject({ status: 'sending' })
})

test.each([
  ['30003', 30_003],
  ['1e99', null],
  ['30003.7', null],
  ['0', null],
  [undefined, null],
])('a report with an unknown SID is stored once, with its error code %s', async (ErrorCode, errorCode) => {
  const { tenantId, id } = await acceptedText()
  const parameters = { MessageSid: EARLIER_SID, MessageStatus: 'failed', ...(ErrorCode && { ErrorCode }) }
  for (let times = 0; times < 2; times += 1) await report({ tenantId, id }, parameters)
  expect(await findDelivery(database.queries, tenantId, id)).toMatchObject({ status: 'sending', providerSid: SID })
  // It is not returned for another SID or another tenant.
  expect([await kept(tenantId, SID), await kept(newId<TenantId>(), EARLIER_SID)]).toEqual([[], []])
  expect(await kept(tenantId, EARLIER_SID)).toEqual([{ status: 'failed', errorCode }])
  expect(await kept(tenantId, EARLIER_SID)).toEqual([])
})

test.each<Record<string, string>>([
  { MessageSid: SID, MessageStatus: 'queued' },
  { MessageSid: EARLIER_SID, MessageStatus: 'queued' },
  { MessageSid: SID, MessageStatus: 'toString' },
  { MessageSid: SID },
  { MessageStatus: 'delivered' },
  { MessageSid: '', MessageStatus: 'delivered' },
])('a report without news is not applied, announced, or stored: %j', async (parameters) => {
  const { tenantId, id } = await acceptedText()
  const { events } = await report({ tenantId, id }, parameters)
  expect(await findDelivery(database.queries, tenantId, id)).toMatchObject({ status: 'sending' })
  expect(events).toEqual([])
  for (const sid of [SID, EARLIER_SID, '']) expect(await kept(tenantId, sid)).toEqual([])
})

test('a report for a shared account applies to the tenant that owns the text', async () => {
  const [first, second] = [await acceptedText(), await acceptedText()]
  const tenants = [first, second]
  await sql`update deliveries set provider_sid = ${EARLIER_SID} where tenant_id = ${first.tenantId}`.execute(
    database.queries,
  )
  await report(second, { MessageSid: SID, MessageStatus: 'delivered' }, { tenants })
  const statusOf = async ({ tenantId, id }: Send) => (await findDelivery(database.queries, tenantId, id))?.status
  expect([await statusOf(first), await statusOf(second)]).toEqual(['sending', 'delivered'])
  // An unknown one is stored for the first tenant.
  const unowned = `SM${'3'.repeat(32)}`
  await report(second, { MessageSid: unowned, MessageStatus: 'sent' }, { tenants })
  expect([await kept(second.tenantId, unowned), (await kept(first.tenantId, unowned)).length]).toEqual([[], 1])
  // One for an account without tenants is not stored.
  await report(second, { MessageSid: unowned, MessageStatus: 'sent' }, { tenants: [] })
  expect(await kept(first.tenantId, unowned)).toEqual([])
})

test('a repeated report is not announced again', async () => {
  const text = await acceptedText()
  const delivered = { MessageSid: SID, MessageStatus: 'delivered' }
  expect((await report(text, delivered)).events).toMatchObject([[{ data: { changed: [{ status: 'delivered' }] } }]])
  expect((await report(text, delivered)).events).toEqual([])
})

test('a failure opens a chat that is done, and other reports do not', async () => {
  const { tenantId, id } = await acceptedText()
  await sql`insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at)
    select tenant_id, chat_id, sent_by, 'TeamsUser', now(), now() from messages where tenant_id = ${tenantId}`.execute(
    database.queries,
  )
  await sql`update chats set state = 'done' where tenant_id = ${tenantId}`.execute(database.queries)
  const states: unknown[] = []
  for (const MessageStatus of ['sent', 'undelivered', 'delivered']) {
    const { events } = await report({ tenantId, id }, { MessageSid: SID, MessageStatus, ErrorCode: '30003' })
    states.push(events.flat().map(({ data }) => patchOf(data)?.state ?? 'as before'))
  }
  expect(states).toEqual([['as before'], ['open'], ['as before']])
})

test('a message that has failed for one phone leaves a chat done when it fails for another', async () => {
  const { tenantId, id } = await acceptedText()
  const other = await insertTextLike(database.queries, { tenantId, id }, { provider_sid: EARLIER_SID })
  await sql`insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at)
    select tenant_id, chat_id, sent_by, 'TeamsUser', now(), now() from messages where tenant_id = ${tenantId}`.execute(
    database.queries,
  )
  const failed = { MessageStatus: 'undelivered', ErrorCode: '30003' }
  await report({ tenantId, id }, { MessageSid: SID, ...failed })
  await sql`update chats set state = 'done' where tenant_id = ${tenantId}`.execute(database.queries)
  const { events } = await report({ tenantId, id: other }, { MessageSid: EARLIER_SID, ...failed })
  expect(events).toMatchObject([[{ data: { patch: { failedCount: 1 } } }]])
  const { rows } = await sql`select state from chats where tenant_id = ${tenantId}`.execute(database.queries)
  expect(rows).toEqual([{ state: 'done' }])
})

test('failedCount is announced when a text fails and when it is delivered after all, not with other reports', async () => {
  const { tenantId, id } = await acceptedText()
  await sql`insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at)
    select tenant_id, chat_id, sent_by, 'TeamsUser', now(), now() from messages where tenant_id = ${tenantId}`.execute(
    database.queries,
  )
  const counts: unknown[] = []
  for (const MessageStatus of ['sent', 'undelivered', 'delivered']) {
    const { events } = await report({ tenantId, id }, { MessageSid: SID, MessageStatus, ErrorCode: '30003' })
    counts.push(events.flat().map(({ data }) => patchOf(data)?.failedCount))
  }
  expect(counts).toEqual([[undefined], [1], [0]])
})

test.runIf(DATABASE_URL).each([
  ['was resent', { status: 'queued', providerSid: null, earlierSids: [SID] }],
  ['got another SID', { status: 'sending', providerSid: EARLIER_SID, earlierSids: [] }],
])('a report is not applied to a text that %s while the report was processed', async (_, changed) => {
  const text = await acceptedText()
  const { tenantId, id } = text
  const { status, providerSid, earlierSids } = changed
  await reportWhile({ MessageSid: SID, MessageStatus: 'failed', ErrorCode: '30003' }, text, (client) =>
    client.query(`update deliveries set status = $2, provider_sid = $3, earlier_sids = $4 where tenant_id = $1`, [
      tenantId,
      status,
      providerSid,
      earlierSids,
    ]),
  )
  expect(await findDelivery(database.queries, tenantId, id)).toMatchObject({ ...changed, errorCode: null })
})

test('a report concerns no text of another tenant with the same ID', async () => {
  const text = await acceptedText()
  const twin = await insertTwin(database.queries, text)
  await report(text, { MessageSid: SID, MessageStatus: 'delivered' })
  const statusIn = async (tenantId: TenantId) => (await findDelivery(database.queries, tenantId, text.id))?.status
  expect([await statusIn(text.tenantId), await statusIn(twin)]).toEqual(['delivered', 'sending'])
})

test.runIf(DATABASE_URL)('a report is refused if its account changes while it waits for the chat', async () => {
  const text = await acceptedText()
  const { tenantId, id } = text
  await sql`update tenants set account_sid = ${ACCOUNT_SID}, auth_token_encrypted = 'former'
    where tenant_id = ${tenantId}`.execute(database.queries)
  const storedAccounts = { [tenantId]: `${ACCOUNT_SID}/former` }
  await report(text, { MessageSid: SID, MessageStatus: 'sent' }, { storedAccounts })
  expect(await findDelivery(database.queries, tenantId, id)).toMatchObject({ status: 'sent' })
  const refused = reportWhile(
    { MessageSid: SID, MessageStatus: 'delivered' },
    text,
    (client) => client.query(`update tenants set auth_token_encrypted = 'new' where tenant_id = $1`, [tenantId]),
    { storedAccounts },
  )
  expect(isAccountChanged(await refused.catch((error: unknown) => error))).toBe(true)
  expect(await findDelivery(database.queries, tenantId, id)).toMatchObject({ status: 'sent' })
})

describe('reports that arrive together', () => {
  /** Texts of one chat, each with a SID. */
  async function acceptedTexts(count: number) {
    const { tenantId, chatId, id } = await acceptedText()
    const texts = [{ id, sid: SID }]
    while (texts.length < count) {
      const sid = `SM${String(texts.length).padStart(32, '0')}`
      texts.push({ sid, id: await insertTextLike(database.queries, { tenantId, id }, { provider_sid: sid }) })
    }
    return { tenantId, chatId, texts }
  }
  const statusesOf = async (tenantId: TenantId) => {
    const { rows } = await sql<{ status: string }>`select distinct status from deliveries
      where tenant_id = ${tenantId}`.execute(database.queries)
    return rows.map(({ status }) => status)
  }

  test.runIf(DATABASE_URL)('share statements, are all applied, and raise the version once per statement', async () => {
    const { tenantId, chatId, texts } = await acceptedTexts(32)
    const { recordStatus, events } = reporting()
    counted.take()
    const reports = texts.map(({ id, sid }) => recordStatus(id, signedCall({ tenantId }, sid, 'delivered')))
    await Promise.all(reports)
    // The first one does not wait for others.
    expect(counted.take()).toHaveLength(2)
    expect(await statusesOf(tenantId)).toEqual(['delivered'])
    const told = events.flat()
    // The first version is 1.
    expect(told.map(({ version }) => version)).toEqual(Array.from(told, (_, index) => index + 2))
    expect(new Set(told.map((event) => event.chatId))).toEqual(new Set([chatId]))
    expect(told.flatMap(({ data }) => (data as { changed: unknown[] }).changed)).toHaveLength(texts.length)
  })

  test('are applied except for those whose account has changed since it signed', async () => {
    const { tenantId, texts } = await acceptedTexts(4)
    const { recordStatus } = reporting()
    const reports = texts.map(({ id, sid }, index) =>
      recordStatus(id, {
        ...signedCall({ tenantId }, sid, 'delivered'),
        ...(index === 2 && { storedAccounts: { [tenantId]: `${ACCOUNT_SID}/former` } }),
      }),
    )
    const results = await Promise.allSettled(reports)
    expect(results.map((result) => (result.status === 'rejected' ? isAccountChanged(result.reason) : null))).toEqual([
      null,
      null,
      true,
      null,
    ])
    expect((await statusesOf(tenantId)).toSorted()).toEqual(['delivered', 'sending'])
  })

  test('are applied to each text in their order', async () => {
    const { tenantId, texts } = await acceptedTexts(8)
    const { recordStatus, events } = reporting()
    const words = ['sent', 'undelivered', 'delivered']
    const reports = words.flatMap((word) =>
      texts.map(({ id, sid }) => recordStatus(id, signedCall({ tenantId }, sid, word))),
    )
    await Promise.all(reports)
    const told = events
      .flat()
      .flatMap(({ data }) => (data as { changed: { memberId: string; status: string }[] }).changed)
    for (const ofMember of Map.groupBy(told, ({ memberId }) => memberId).values()) {
      expect(ofMember.map(({ status }) => status)).toEqual(words)
    }
    expect(await statusesOf(tenantId)).toEqual(['delivered'])
  })

  test('of which one cannot be stored, are applied all the same', async () => {
    const { tenantId, texts } = await acceptedTexts(4)
    const { recordStatus } = reporting()
    await sql`create or replace function reject_status() returns trigger language plpgsql as $$
      begin raise 'not this one'; end $$`.execute(database.queries)
    await sql`create trigger rejected before update on deliveries for each row
      when (new.provider_sid = ${sql.lit(SID)}) execute function reject_status()`.execute(database.queries)
    const results = await Promise.allSettled(
      texts.map(({ id, sid }) => recordStatus(id, signedCall({ tenantId }, sid, 'delivered'))),
    )
    await sql`drop trigger rejected on deliveries`.execute(database.queries)
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  })
})

const signedCall = (tenant: { tenantId: TenantId }, MessageSid: string, MessageStatus: string) => ({
  parameters: { MessageSid, MessageStatus },
  accountSid: ACCOUNT_SID,
  tenants: [tenant],
})

function reporting() {
  const { announcements } = createTestChats({ database, clock })
  const events: RealtimeEvent[][] = []
  announcements.subscribe((list) => events.push([...list]))
  const recordStatus = createStatusReports({ database, announcements, clock, log: createLog('silent') })
  return { recordStatus, events }
}

/** Twilio’s request to the delivery’s status callback. Returns the announced events. */
async function report(
  { tenantId, id }: Pick<Send, 'tenantId' | 'id'>,
  parameters: Record<string, string>,
  { tenants = [{ tenantId }], ...account }: Partial<Pick<SignedCall, 'tenants' | 'storedAccounts'>> = {},
) {
  const { recordStatus, events } = reporting()
  await recordStatus(id, { parameters, accountSid: ACCOUNT_SID, tenants, ...account })
  return { events }
}

/** The report has found the text and waits for its chat, which another transaction holds until it has made its change. */
async function reportWhile(
  parameters: Record<string, string>,
  { tenantId, chatId, id }: Pick<Send, 'tenantId' | 'chatId' | 'id'>,
  change: (client: PoolClient) => Promise<unknown>,
  account: Pick<SignedCall, 'storedAccounts'> = {},
) {
  await duringChange(
    database,
    async (client) => {
      await client.query('select from chats where tenant_id = $1 and chat_id = $2 for update', [tenantId, chatId])
      await change(client)
    },
    () => report({ tenantId, id }, parameters, account),
  )
}
