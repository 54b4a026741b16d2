import type { Hook, HookEvent } from '@partyline/contract'
import { HOOK_LIMITS } from '@partyline/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import { startHarness } from '../../tests/harness.ts'
import type { OwnHarness } from '../../tests/harness.ts'
import { createMovingClock } from '../../tests/moving-clock.ts'
import { createTexting } from '../../tests/texting.ts'
import type { Texting } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'
import { openDatabase } from '../platform/index.ts'
import { startReceiver, verified } from './tests/receiver.ts'
import type { Receiver } from './tests/receiver.ts'

const clock = createMovingClock()
let harness: OwnHarness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  harness = await startHarness({ clock, sandbox: { pace: { queued: 5, sending: 5, sent: 5 } } })
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())

let receivers: Receiver[]
beforeEach(() => {
  receivers = []
})
afterEach(async () => {
  for (const { id } of await clinic.dana.get('hooks.list')) {
    await clinic.dana.get('hooks.delete', { params: { hookId: id } })
  }
  for (const receiver of receivers) await receiver.close()
})

async function addHook(events: Hook['events'] = ['message.sent']) {
  const receiver = await startReceiver()
  receivers.push(receiver)
  const { hook, secret } = await clinic.dana.get('hooks.create', { body: { url: receiver.url, events } })
  const params = { hookId: hook.id }
  const log = () => clinic.dana.get('hooks.events', { params, query: { limit: 200 } })
  return {
    receiver,
    secret,
    params,
    log,
    now: async () => (await clinic.dana.get('hooks.list')).find(({ id }) => id === hook.id),
    /** The newest event, once it is as wanted. */
    newest: (isWanted: (event: HookEvent) => boolean) =>
      until(async () => {
        const [event] = await log()
        return event && isWanted(event) && event
      }),
  }
}

const say = async (text: string) => {
  const { chat } = await texting.newChat(['Ann'])
  return texting.send(chat, text)
}

/** Sessions end in the meantime. */
async function pass(ms: number) {
  clock.pass(ms)
  Object.assign(clinic.dana, await harness.signIn('dana@lakeside.example'))
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

test('an event that fails is repeated on schedule, with the same ID and body, until it gives up', async () => {
  const { receiver, secret, newest } = await addHook()
  receiver.answer(500)
  const { chat } = await texting.newChat(['Ann'])
  await texting.send(chat, 'Hello')
  const delays = [5_000, ...[5, 30, 120, 300, 600, 840, 1_200, 1_440].map((minutes) => minutes * MINUTE_MS)]
  for (const [nth, delay] of delays.entries()) {
    const { nextAttemptOn, attempts } = await newest(
      (event) => event.attempts.length === nth + 1 && event.nextAttemptOn !== null,
    )
    const waited = Date.parse(nextAttemptOn ?? '') - Date.parse(attempts[nth]?.at ?? '')
    expect(waited).toBeGreaterThanOrEqual(delay)
    expect(waited).toBeLessThan(delay * 1.1 + 5_000)
    await pass(delay * 1.1)
    const body = { numberId: chat.numberId, name: `Renamed ${nth}`, memberIds: chat.members.map(({ id }) => id) }
    await clinic.dana.get('chats.update', { params: { chatId: chat.id }, body })
  }
  const last = await newest(({ state }) => state === 'failed')
  expect(last.attempts).toHaveLength(10)
  expect(last.nextAttemptOn).toBeNull()
  expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([last.id]))
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  // Each is signed anew, with its own time.
  const [first] = receiver.received
  expect(first?.headers['webhook-timestamp']).not.toBe(receiver.received.at(-1)?.headers['webhook-timestamp'])
  expect(verified(first!, secret).type).toBe('message.sent')
  expect(receiver.received.at(-1)?.headers['webhook-signature']).toMatch(/^v1,/)
})

test.each([
  [500, 'status', 500],
  [404, 'status', 404],
  [302, 'redirect', 302],
  [307, 'redirect', 307],
  ['cut', 'closed', null],
] as const)('%s: %s', async (answer, failure, status) => {
  const { receiver, newest } = await addHook()
  receiver.answer(answer)
  await say('Hello')
  const event = await newest(({ attempts }) => attempts.length === 1)
  expect(event).toMatchObject({ state: 'waiting', attempts: [{ failure, status }] })
  receiver.answer(200)
  clock.pass(6_000)
  expect(await newest(({ state }) => state === 'delivered')).toMatchObject({ id: event.id })
  expect(receiver.received).toHaveLength(2)
})

test('an address that takes no connection, and one that never answers', async () => {
  const { receiver, newest, params } = await addHook()
  receiver.answer('hang')
  await say('Hello')
  await until(async () => receiver.received.length === 1)
  clock.pass(15_000)
  await newest(({ attempts }) => attempts[0]?.failure === 'timeout')
  await clinic.dana.get('hooks.update', { params, body: { url: 'http://127.0.0.1:1/' } })
  clock.pass(6_000)
  const { state } = await newest(({ attempts }) => attempts[1]?.failure === 'notConnected')
  expect(state).toBe('waiting')
})

test('a webhook that never answers delays neither the others, nor texts', async () => {
  const slow = await addHook()
  const quick = await addHook()
  slow.receiver.answer('hang')
  for (let nth = 0; nth < 6; nth += 1) await say(`Text ${nth}`)
  await until(async () => quick.receiver.received.length === 6)
  await until(async () => slow.receiver.received.length === 4)
  const { chat, phones } = await texting.newChat(['Ben'])
  await texting.send(chat, 'Still here')
  expect(await phones[0]?.received(1)).toHaveLength(1)
  expect(slow.receiver.received).toHaveLength(4)
})

test('after a failure, events are sent again without waiting for the next attempt', async () => {
  const { receiver, newest, params, log } = await addHook()
  receiver.answer(500)
  const { chat } = await texting.newChat(['Ann'])
  for (const text of ['First', 'Second']) await texting.send(chat, text)
  const failedTimes = (times: number) =>
    until(async () => (await log()).every(({ attempts, nextAttemptOn }) => attempts.length === times && nextAttemptOn))
  await failedTimes(1)
  // The second attempt comes in seconds anyway.
  const [second, first] = await log()
  const replay = (hookEventId = '') => clinic.dana.call('hooks.replay', { params: { ...params, hookEventId } })
  expect((await replay(first?.id)).status).toBe(409)
  clock.pass(6_000)
  await failedTimes(2)

  receiver.answer(204)
  expect((await replay(first?.id)).data.state).toBe('waiting')
  await until(async () => (await log()).at(-1)?.state === 'delivered')
  expect((await log())[0]).toMatchObject({ id: second?.id, state: 'waiting' })
  const all = { params, body: { since: new Date(0).toISOString() } }
  expect(await clinic.dana.get('hooks.replayAll', all)).toEqual({ count: 1 })
  await newest(({ state }) => state === 'delivered')
  expect(receiver.received).toHaveLength(6)
})

test('one event that fails does not hold up later ones', async () => {
  const { receiver, log } = await addHook()
  receiver.answer(({ body }) => (body.includes('Bad') ? 500 : 204))
  await say('Bad')
  await say('Good')
  await until(async () => (await log()).some(({ state }) => state === 'delivered'))
  expect((await log()).map(({ state }) => state)).toEqual(['delivered', 'waiting'])
})

test('410 disables it, and its events stay in the log', async () => {
  const { receiver, newest, now, log } = await addHook()
  receiver.answer(410)
  await say('Hello')
  expect(await newest(({ state }) => state === 'failed')).toMatchObject({ attempts: [{ status: 410 }] })
  expect(await now()).toMatchObject({ enabled: false, disabled: { reason: 'gone' } })
  await say('Nobody there')
  await until(async () => (await log()).length === 2)
  expect((await log())[0]).toMatchObject({ state: 'missed', attempts: [] })
  expect(receiver.received).toHaveLength(1)
})

test('five days of failure disable it, which the audit log says, and a success begins anew', async () => {
  const { receiver, newest, now, log, params } = await addHook()
  receiver.answer(500)
  await say('First')
  await newest(({ attempts }) => attempts.length === 1)
  await pass(4 * 24 * HOUR_MS)
  await say('Second')
  await newest(({ attempts }) => attempts.length === 1)
  expect((await now())?.enabled).toBe(true)
  receiver.answer(204)
  await say('Works')
  await newest(({ state }) => state === 'delivered')
  expect((await now())?.failingSince).toBeNull()
  receiver.answer(503)
  await say('Third')
  await newest(({ attempts }) => attempts.length === 1)
  await pass(5 * 24 * HOUR_MS)
  await say('Fourth')
  await until(async () => (await now())?.disabled?.reason === 'failing')
  const [entry] = await clinic.dana.get('settings.audit', { query: { kind: 'hookDisabled', limit: 1 } })
  expect(entry).toMatchObject({ by: null, subject: new URL(receiver.url).host })
  expect((await log()).some(({ state }) => state === 'waiting')).toBe(false)
  // Nothing is lost.
  receiver.answer(204)
  await clinic.dana.get('hooks.update', { params, body: { enabled: true } })
  const since = new Date(clock.now().getTime() - 20 * 24 * HOUR_MS).toISOString()
  const { count } = await clinic.dana.get('hooks.replayAll', { params, body: { since } })
  expect(count).toBeGreaterThan(0)
  await until(async () => (await log()).every(({ state }) => state === 'delivered'))
})

test('beyond the bound of the queue, the newest events are only in the log; after 30 days, none is', async () => {
  const { receiver, log, newest } = await addHook()
  receiver.answer(500)
  await say('Oldest')
  await newest(({ attempts }) => attempts.length === 1)
  await harness.restart(() =>
    withDatabase(
      sql`insert into hook_events (tenant_id, hook_id, kind, happened_at, chat_id, item_id, state, due_at)
        select tenant_id, hook_id, kind, happened_at, chat_id, item_id, 'waiting', 'infinity'
        from hook_events, generate_series(1, ${HOOK_LIMITS.queue}::int)`,
    ),
  )
  await until(async () => (await log())[0]?.state === 'missed')
  expect((await log()).filter(({ state }) => state === 'missed')).toHaveLength(1)
  await pass(31 * 24 * HOUR_MS)
  await until(async () => (await log()).length === 0)
})

/** While the app is stopped: the embedded database belongs to one process. */
async function withDatabase(statement: ReturnType<typeof sql>) {
  const { DATABASE_URL, DATA_DIR = '' } = harness.settings
  const database = await openDatabase({ DATABASE_URL, DATA_DIR, DATABASE_POOL: 1 }, () => {})
  try {
    await statement.execute(database.queries)
  } finally {
    await database.close()
  }
}
