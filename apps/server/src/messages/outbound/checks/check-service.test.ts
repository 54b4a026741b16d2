import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertQueuedText } from '../../../../tests/queued-text.ts'
import { createStillClock } from '../../../../tests/still-clock.ts'
import { createTestChats } from '../../../../tests/test-chats.ts'
import { openTestDatabase } from '../../../../tests/test-database.ts'
import { createLog } from '../../../platform/index.ts'
import type { Database } from '../../../platform/index.ts'
import { findDelivery } from '../../../transcript/index.ts'
import type { AccountGateway } from '../../../twilio/index.ts'
import { createChecks } from './check-service.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('an account that does not answer keeps no other tenant from hearing of its texts', async () => {
  const clock = createStillClock()
  const silent = await sentText('+12025550142', clock.now())
  const answered = await sentText('+12025550143', clock.now())
  const { promise: silence, resolve: end } = Promise.withResolvers<never>()
  const asked: TenantId[] = []
  const fetchMessage = (tenantId: TenantId) => async (sid: string) => {
    asked.push(tenantId)
    return tenantId === silent.tenantId ? silence : { sid, status: 'delivered', errorCode: null }
  }
  const checks = createChecks({
    ...createTestChats({ database, clock }),
    database,
    clock,
    log: createLog('silent'),
    tenants: { twilioAccount: async (tenantId) => ({ accountSid: tenantId, authToken: '' }) },
    twilio: {
      forAccount: ({ accountSid }) =>
        ({ fetchMessage: fetchMessage(accountSid as TenantId) }) as unknown as AccountGateway,
    },
  })

  checks.start()
  const statusOf = async ({ tenantId, id }: typeof answered) =>
    (await findDelivery(database.queries, tenantId, id))?.status
  await expect
    .poll(() => {
      clock.pass(10_000)
      return statusOf(answered)
    })
    .toBe('delivered')
  expect(await statusOf(silent)).toBe('sent')
  end(undefined as never)
  await checks.stop()
  expect(asked.filter((tenantId) => tenantId === silent.tenantId)).toHaveLength(1)
})

/** One that Twilio has, and that is due to be asked about. Those of the first tenant come first. */
async function sentText(number: string, at: Date) {
  const send = await insertQueuedText(database.queries, { number, at })
  await sql`update deliveries set status = 'sent', due_at = null, posted_at = ${at}, check_at = ${at},
      provider_sid = ${`SM${number.slice(1).padStart(32, '0')}`}
    where delivery_id = ${send.id}`.execute(database.queries)
  return send
}
