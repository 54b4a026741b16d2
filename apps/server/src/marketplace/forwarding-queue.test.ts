import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createStillClock } from '../../tests/still-clock.ts'
import type { MovingClock } from '../../tests/moving-clock.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { schema } from '../../database/index.ts'
import { createKeyring, currentRequestId, newId, onBehalfOf } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { createForwarding } from './forwarding-service.ts'
import type { Forwarding } from './forwarding-service.ts'

const SECOND = 'https://second.example/'
const THIRD = 'https://third.example/'
const keyring = createKeyring([{ id: 'test', key: Buffer.alloc(32) }])

let database: Database
let clock: MovingClock
let forwarding: Forwarding
/** The requests that the targets received, and their answers. */
let received: { target: string; payload: string; authorization: string | null; requestId: string | null }[]
let answer: (target: string) => Promise<Response>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  clock = createStillClock()
  received = []
  answer = async () => new Response()
  const fetch = async (...sent: ConstructorParameters<typeof Request>) => {
    const requestId = currentRequestId()
    const request = new Request(...sent)
    const [target, authorization] = [request.url, request.headers.get('authorization')]
    received.push({ target, payload: await request.text(), authorization, requestId })
    return answer(target)
  }
  const outside = { fetch, browserUrl: (url: string) => url }
  forwarding = createForwarding({ database, keyring, outside, clock, log: fastify().log, hosts: ['second.example'] })
})
afterEach(async () => {
  await forwarding.stop()
  await database.queries.deleteFrom('saasForwards').execute()
})

async function enqueue(payload: string, target = SECOND) {
  const event = { operationId: newId(), target, payload, authorization: 'Bearer secret' }
  await database.transaction((trx) => forwarding.enqueue(trx, event))
  forwarding.wake()
}
const waiting = () => database.queries.selectFrom('saasForwards').select(['body', 'attempts']).execute()

test('an event is forwarded once, for its request, and its header is stored encrypted', async () => {
  const requestId = newId()
  await onBehalfOf(requestId, () => enqueue('renewed'))
  const { rows } = await sql<{ sealed: string }>`
    select sealed_authorization as sealed from saas_forwards`.execute(database.queries)
  expect(rows[0]?.sealed).not.toContain('secret')
  forwarding.start()
  await expect.poll(waiting).toEqual([])
  expect(received).toEqual([{ target: SECOND, payload: 'renewed', authorization: 'Bearer secret', requestId }])
})

test('a failure is retried with growing delays, and given up after hours', async () => {
  answer = async () => new Response('', { status: 503 })
  await enqueue('renewed')
  forwarding.start()
  await expect.poll(() => received.length).toBe(1)
  const delays = async () => {
    const rows = await database.queries.selectFrom('saasForwards').select(['attempts', 'dueAt']).execute()
    return rows.map(({ attempts, dueAt }) => [attempts, dueAt.getTime() - clock.now().getTime()])
  }
  await expect.poll(delays).toEqual([[1, 1_000]])
  const retryAfter = async (attempts: number) => {
    await database.queries.updateTable('saasForwards').set({ attempts, dueAt: clock.now() }).execute()
    forwarding.wake()
  }
  await retryAfter(3)
  await expect.poll(delays).toEqual([[4, 8_000]])
  await retryAfter(19)
  await expect.poll(delays).toEqual([[20, 600_000]])
  await retryAfter(20)
  await expect.poll(delays).toEqual([])
  expect(received).toHaveLength(4)
})

test('a target gets one event at a time, without delaying other targets', async () => {
  const released = Promise.withResolvers<void>()
  answer = async (target) => {
    if (target === SECOND) await released.promise
    return new Response()
  }
  forwarding.start()
  for (const payload of ['first', 'second']) await enqueue(payload)
  await expect.poll(() => received.length).toBe(1)
  await enqueue('other', THIRD)
  await expect.poll(() => received.map(({ payload }) => payload)).toEqual(['first', 'other'])
  released.resolve()
  await expect.poll(waiting).toEqual([])
  expect(received.at(-1)?.payload).toBe('second')
})

test('the migration takes over the jobs that wait in the tables of pg-boss', async () => {
  const own = await openTestDatabase()
  const data = { operationId: 'A1', target: SECOND, payload: 'renewed', authorization: 'sealed', requestId: null }
  await sql`create schema jobs`.execute(own.queries)
  await sql`create table jobs.job (id uuid, name text, state text, data jsonb, created_on timestamptz)`.execute(
    own.queries,
  )
  for (const state of ['created', 'retry', 'active', 'completed', 'failed']) {
    await sql`insert into jobs.job values
      (${newId()}, 'marketplace-forwarding', ${state}, ${JSON.stringify(data)}, now())`.execute(own.queries)
  }
  const block = schema.migrations['0016-saas-forwards']?.match(/do \$\$.*/s)?.[0] ?? ''
  await sql.raw(block).execute(own.queries)
  const { rows } = await sql`select operation_id, target, body, sealed_authorization from saas_forwards`.execute(
    own.queries,
  )
  const moved = { operationId: 'A1', target: SECOND, body: 'renewed', sealedAuthorization: 'sealed' }
  expect(rows).toEqual([moved, moved, moved])
  expect((await sql`select from jobs.job`.execute(own.queries)).rows).toHaveLength(2)
  await own.close()
})
