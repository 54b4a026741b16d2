import { setImmediate } from 'node:timers/promises'
import { WEBHOOK_RETENTION_DAYS } from '@partyline/contract'
import type { RealtimeEvent } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { QueuedText } from '../delivery/index.ts'
import type { Media } from '../media/index.ts'
import { createLog, createTopic } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import type { AccountGateway } from '../twilio/index.ts'
import { createInbound } from './inbound-service.ts'
import { keepEvents } from './provider-events-store.ts'
import { ACCOUNT, createInboundTenant, DESK } from './tests/inbound-tenant.ts'
import type { InboundTenant } from './tests/inbound-tenant.ts'

const ANN = '+12025550142'
/** Texts whose contents are deleted in one statement. */
const DROPPED_AT_ONCE = 1_000

const fail = (error: unknown) => {
  throw error
}

let database: Database
let tenant: InboundTenant
beforeAll(async () => {
  database = await openTestDatabase()
  tenant = await createInboundTenant(database)
})
afterAll(() => database.close())
beforeEach(() => sql`delete from provider_events`.execute(database.queries))

/** Texts whose contents are too old to keep. */
const addOldTexts = (count: number) =>
  sql`insert into provider_events (tenant_id, account_sid, message_sid, sender, parameters, received_at, next_try_at,
      processed_at)
    select ${tenant.tenantId}, ${ACCOUNT}, 'SM' || number, ${ANN}, '{}', at, at, at
    from generate_series(1, ${count}) as number,
      (select now() - make_interval(days => ${WEBHOOK_RETENTION_DAYS + 1}) as at) as long_ago`.execute(database.queries)

async function textsWithContents(): Promise<number> {
  const { rows } = await sql`select from provider_events where parameters is not null`.execute(database.queries)
  return rows.length
}

/** `listed`: Twilio lists the account’s texts once it resolves. */
function createService({ listed = Promise.resolve() } = {}) {
  const timers = new Set<() => void>()
  let lists = 0
  const gateway: Pick<AccountGateway, 'listMessages'> = {
    async *listMessages() {
      lists += 1
      await listed
      yield* []
    },
  }
  const inbound = createInbound({
    ...tenant.parts,
    database,
    clock: {
      now: () => new Date(),
      after(_, callback) {
        timers.add(callback)
        return () => timers.delete(callback)
      },
    },
    random: () => 0,
    log: createLog('silent'),
    media: {} as Media,
    twilio: { forAccount: () => gateway as AccountGateway },
    announcements: createTopic<readonly RealtimeEvent[]>(fail),
    textsQueued: createTopic<readonly QueuedText[]>(fail),
  })
  return { inbound, lists: () => lists, timers: () => timers.size }
}

test('a process that starts routes the texts that another one has left', async () => {
  await tenant.openChat('Ann', [ANN])
  const parameters = { From: ANN, To: DESK, Body: 'Hello' }
  const text = { tenantId: tenant.tenantId, accountSid: ACCOUNT, messageSid: 'SM1', sender: ANN, parameters }
  await keepEvents(database.queries, [{ ...text, recovered: false, requestId: null, receivedAt: new Date() }])
  const { inbound } = createService()
  inbound.start()
  await expect.poll(() => tenant.transcripts()).toEqual({ Ann: ['Hello'] })
  await inbound.stop()
})

test('a process that starts deletes the contents of old texts', async () => {
  await addOldTexts(DROPPED_AT_ONCE + 1)
  const { inbound } = createService()
  inbound.start()
  await expect.poll(textsWithContents).toBe(0)
  await inbound.stop()
})

test('stop does not wait until the contents of all old texts are deleted', async () => {
  await addOldTexts(DROPPED_AT_ONCE + 1)
  const { inbound } = createService()
  inbound.start()
  await inbound.stop()
  expect(await textsWithContents()).toBe(1)
})

test('stop waits for work in progress, and nothing is planned after it', async () => {
  const listed = Promise.withResolvers<void>()
  const { inbound, lists, timers } = createService({ listed: listed.promise })
  inbound.start()
  await expect.poll(lists).toBe(1)
  let isStopped = false
  const stopped = inbound.stop().then(() => (isStopped = true))
  await setImmediate()
  expect(isStopped).toBe(false)
  listed.resolve()
  await stopped
  expect(timers()).toBe(0)
})
