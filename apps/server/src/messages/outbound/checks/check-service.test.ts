import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insertQueuedText } from '../../../../tests/queued-text.ts'
import { createStillClock } from '../../../../tests/still-clock.ts'
import { createTestChats } from '../../../../tests/test-chats.ts'
import { openTestDatabase } from '../../../../tests/test-database.ts'
import { createLog, newId } from '../../../platform/index.ts'
import type { Database } from '../../../platform/index.ts'
import { findDelivery } from '../../../transcript/index.ts'
import type { AccountGateway, TwilioMessage } from '../../../twilio/index.ts'
import type { Send } from '../queue/queue-store.ts'
import { createChecks } from './check-service.ts'

const FIRST_SID = `SM${'1'.repeat(32)}`

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

test.each([
  ['its own first attempt', (unknown: Send) => unknown],
  ['the first attempt of another text to the phone', (unknown: Send) => insertDelivered(unknown)],
])('a text of unknown outcome does not adopt the SID of %s', async (_, ownerOf) => {
  const clock = createStillClock()
  const unknown = await insertQueuedText(database.queries, { number: '+12025550144', at: clock.now() })
  const { tenantId, id } = unknown
  await sql`update deliveries set status = 'unknown', due_at = null, posted_at = ${clock.now()}, check_at = ${clock.now()}
    where delivery_id = ${id}`.execute(database.queries)
  const owner = await ownerOf(unknown)
  const asked = vi.fn<() => void>()
  const listed: TwilioMessage = {
    sid: FIRST_SID,
    from: '+12025550100',
    to: unknown.toNumber,
    body: 'Hello',
    direction: 'outbound-api',
    status: 'failed',
    errorCode: 30_003,
    mediaCount: 0,
    createdAt: clock.now(),
    sentAt: null,
  }
  const checks = createChecks({
    ...createTestChats({ database, clock }),
    database,
    clock,
    log: createLog('silent'),
    tenants: { twilioAccount: async (asking) => (asking === tenantId ? { accountSid: 'AC1', authToken: '' } : null) },
    twilio: {
      forAccount: () =>
        ({
          async *listMessages() {
            yield listed
            asked()
          },
        }) as unknown as AccountGateway,
    },
  })
  const lookOnce = async () => {
    const before = asked.mock.calls.length
    checks.start()
    await expect
      .poll(() => {
        clock.pass(10_000)
        return asked.mock.calls.length
      })
      .toBeGreaterThan(before)
    await checks.stop()
  }

  await sql`update deliveries set earlier_sids = ${[FIRST_SID]} where delivery_id = ${owner.id}`.execute(
    database.queries,
  )
  await lookOnce()
  expect(await findDelivery(database.queries, tenantId, id)).toMatchObject({ status: 'unknown', providerSid: null })
  // The same text would be found if nobody owned its SID.
  await sql`update deliveries set earlier_sids = '{}' where delivery_id = ${owner.id}`.execute(database.queries)
  await lookOnce()
  expect(await findDelivery(database.queries, tenantId, id)).toMatchObject({ status: 'failed', providerSid: FIRST_SID })
})

/** Another text for the same phone, whose second attempt has arrived. */
async function insertDelivered(unknown: Send): Promise<{ id: string }> {
  const id = newId()
  await sql`
    insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_on, from_number_id,
      to_number, body, provider_sid)
    select tenant_id, ${id}::uuid, message_id, chat_id, ${newId()}::uuid, 'delivered', now(), from_number_id, to_number,
      'Hello', ${`SM${'2'.repeat(32)}`}
    from deliveries where delivery_id = ${unknown.id}`.execute(database.queries)
  return { id }
}

/** One that Twilio has, and that is due to be asked about. Those of the first tenant come first. */
async function sentText(number: string, at: Date) {
  const send = await insertQueuedText(database.queries, { number, at })
  await sql`update deliveries set status = 'sent', due_at = null, posted_at = ${at}, check_at = ${at},
      provider_sid = ${`SM${number.slice(1).padStart(32, '0')}`}
    where delivery_id = ${send.id}`.execute(database.queries)
  return send
}
