import { sql } from 'kysely'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertQueuedText } from '../../tests/queued-text.ts'
import { createStillClock } from '../../tests/still-clock.ts'
import { createTestChats } from '../../tests/test-chats.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { createLog } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { findDelivery } from '../transcript/index.ts'
import type { Send } from './outbound/queue/queue-store.ts'
import { createStatuses } from './status-service.ts'
import { takeStatuses } from './statuses-store.ts'

const SID = `SM${'1'.repeat(32)}`
const EARLIER_SID = `SM${'2'.repeat(32)}`

const clock = createStillClock()
let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a report counts also where the text gets its SID while the report is looked at', async () => {
  const { tenantId, id } = await insertQueuedText(database.queries, { number: '+12025550142', at: clock.now() })
  const afterFirstRead = once(async () => {
    await sql`update deliveries set status = 'sending', due_at = null, provider_sid = ${SID}
      where delivery_id = ${id}`.execute(database.queries)
  })
  const reads = { ...database, queries: database.queries.withPlugin(afterFirstRead) }
  await report({ tenantId, id }, { MessageSid: SID, MessageStatus: 'delivered' }, reads)
  expect(await findDelivery(database.queries, tenantId, id)).toMatchObject({ status: 'delivered', providerSid: SID })
})

test.each([
  ['while the second one waits', 'queued', null],
  ['while Twilio has not answered the second one', 'sending', null],
  ['when Twilio has accepted the second one', 'sending', SID],
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

/** What Twilio posts to the address that names the delivery. */
function report(
  { tenantId, id }: Pick<Send, 'tenantId' | 'id'>,
  parameters: Record<string, string>,
  reads: Database = database,
) {
  const chats = createTestChats({ database, clock })
  const recordStatus = createStatuses({ ...chats, database: reads, clock, log: createLog('silent') })
  return recordStatus(id, { parameters, accountSid: `AC${'a'.repeat(32)}`, tenants: [{ tenantId }] })
}

/** Does something when the first answer has been read. */
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
