import type { RealtimeEvent, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertQueuedText, insertTextLike } from '../../tests/queued-text.ts'
import { createStillClock } from '../../tests/still-clock.ts'
import { createTestChats } from '../../tests/test-chats.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { createLog, newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { findDelivery } from '../transcript/index.ts'
import type { Send } from './queue-store.ts'
import { createStatusReports } from './status-reports.ts'
import { takeStatuses } from './status-reports-store.ts'

const SID = `SM${'1'.repeat(32)}`
const EARLIER_SID = `SM${'2'.repeat(32)}`

const clock = createStillClock()
let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a report is applied even if the text gets its SID while the report is processed', async () => {
  const { tenantId, id } = await insertQueuedText(database.queries, { number: '+12025550142', at: clock.now() })
  const afterFirstRead = once(async () => {
    await sql`update deliveries set status = 'sending', due_at = null, provider_sid = ${SID}
      where delivery_id = ${id}`.execute(database.queries)
  })
  const reads = { ...database, queries: database.queries.withPlugin(afterFirstRead) }
  await report({ tenantId, id }, { MessageSid: SID, MessageStatus: 'delivered' }, { reads })
  expect(await findDelivery(database.queries, tenantId, id)).toMatchObject({ status: 'delivered', providerSid: SID })
})

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

test('failedCount is announced when a text fails and when it is delivered after all, not with other reports', async () => {
  const { tenantId, id } = await acceptedText()
  await sql`insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at)
    select tenant_id, chat_id, sent_by, 'TeamsUser', now(), now() from messages where tenant_id = ${tenantId}`.execute(
    database.queries,
  )
  const counts: unknown[] = []
  for (const MessageStatus of ['sent', 'undelivered', 'delivered']) {
    const { events } = await report({ tenantId, id }, { MessageSid: SID, MessageStatus, ErrorCode: '30003' })
    counts.push(events.flat().map(({ data }) => (data as { failedCount?: number }).failedCount))
  }
  expect(counts).toEqual([[undefined], [1], [0]])
})

test.each([
  ['was resent', { status: 'queued', providerSid: null, earlierSids: [SID] }],
  ['got another SID', { status: 'sending', providerSid: EARLIER_SID, earlierSids: [] }],
])('a report is not applied to a text that %s while the report was processed', async (_, changed) => {
  const { tenantId, id } = await acceptedText()
  const { status, providerSid, earlierSids } = changed
  const afterFirstRead = once(async () => {
    await sql`update deliveries set status = ${status}, provider_sid = ${providerSid}, earlier_sids = ${earlierSids}
      where tenant_id = ${tenantId}`.execute(database.queries)
  })
  const reads = { ...database, queries: database.queries.withPlugin(afterFirstRead) }
  await report({ tenantId, id }, { MessageSid: SID, MessageStatus: 'failed', ErrorCode: '30003' }, { reads })
  expect(await findDelivery(database.queries, tenantId, id)).toMatchObject({ ...changed, errorCode: null })
})

type Circumstances = { reads?: Database; tenants?: { tenantId: TenantId }[] }

/** Twilio’s request to the delivery’s status callback. Returns the announced events. */
async function report(
  { tenantId, id }: Pick<Send, 'tenantId' | 'id'>,
  parameters: Record<string, string>,
  { reads = database, tenants = [{ tenantId }] }: Circumstances = {},
) {
  const chats = createTestChats({ database, clock })
  const events: RealtimeEvent[][] = []
  chats.announcements.subscribe((list) => events.push([...list]))
  const recordStatus = createStatusReports({ ...chats, database: reads, clock, log: createLog('silent') })
  await recordStatus(id, { parameters, accountSid: `AC${'a'.repeat(32)}`, tenants })
  return { events }
}

/** Runs some work after the first query. */
function once(work: () => Promise<void>): KyselyPlugin {
  let isDone = false
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isDone) return result
      isDone = true
      await work()
      return result
    },
  }
}
