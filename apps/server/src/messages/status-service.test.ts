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
import { createStatuses } from './status-service.ts'

const SID = `SM${'1'.repeat(32)}`

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a report counts also where the text gets its SID while the report is looked at', async () => {
  const clock = createStillClock()
  const { tenantId, id } = await insertQueuedText(database.queries, { number: '+12025550142', at: clock.now() })
  const afterFirstRead = once(async () => {
    await sql`update deliveries set status = 'sending', due_at = null, provider_sid = ${SID}
      where delivery_id = ${id}`.execute(database.queries)
  })
  const recordStatus = createStatuses({
    ...createTestChats({ database, clock }),
    database: { ...database, queries: database.queries.withPlugin(afterFirstRead) },
    clock,
    log: createLog('silent'),
  })
  const parameters = { MessageSid: SID, MessageStatus: 'delivered' }
  await recordStatus(id, { parameters, accountSid: `AC${'a'.repeat(32)}`, tenants: [{ tenantId }] })
  expect(await findDelivery(database.queries, tenantId, id)).toMatchObject({ status: 'delivered', providerSid: SID })
})

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
