import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertQueuedText, insertTextLike, insertTwin } from '../../tests/queued-text.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { findDelivery } from '../transcript/index.ts'
import type { DeliveryId } from '../transcript/index.ts'
import { abandonedSends, dueSends, senderQueueKey, release } from './queue-store.ts'
import type { Look, Send } from './queue-store.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

let send: Send
beforeEach(async () => {
  await sql`delete from deliveries`.execute(database.queries)
  send = await insertQueuedText(database.queries, { number: '+12025550142', at: NOW })
})

const LOOK: Look = { now: NOW, queues: 10, perQueue: 10, after: null, places: [], closedQueues: [], closedTenants: [] }
const dueIds = async (look: Partial<Look> = {}) =>
  (await dueSends(database.queries, { ...LOOK, ...look })).flatMap(({ sends }) => sends.map(({ id }) => id))

test('a text is due from its due time on', async () => {
  expect(await dueIds({ now: later(-1) })).toEqual([])
  expect(await dueIds()).toEqual([send.id])
})

test('only suspended tenants’ texts are skipped', async () => {
  const twin = await insertTwin(database.queries, send)
  await sql`update tenants set suspended = true where tenant_id = ${twin}`.execute(database.queries)
  const found = await dueSends(database.queries, LOOK)
  expect(found.map(({ tenantId }) => tenantId)).toEqual([send.tenantId])
})

/** Another line of the tenant, with a text to the same phone. */
async function addQueue(): Promise<Pick<Send, 'tenantId' | 'fromNumberId' | 'id'>> {
  const fromNumberId = newId<Send['fromNumberId']>()
  await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
    values (${send.tenantId}, ${fromNumberId}, 'PN2', '+12025550101', 'Back desk', now())`.execute(database.queries)
  return { ...send, fromNumberId, id: await insertTextLike(database.queries, send, { from_number_id: fromNumberId }) }
}

test('a queue is closed by tenant and line together', async () => {
  const other = await addQueue()
  const twin = await insertTwin(database.queries, send)
  const closed = { tenantId: send.tenantId, fromNumberId: send.fromNumberId }
  const found = await dueSends(database.queries, { ...LOOK, closedQueues: [closed] })
  expect(new Set(found.map(senderQueueKey))).toEqual(
    new Set([other, { ...send, tenantId: twin }, { ...other, tenantId: twin }].map(senderQueueKey)),
  )
})

test('the walk’s place in a queue does not affect other queues', async () => {
  const other = await addQueue()
  const twin = await insertTwin(database.queries, send)
  const { tenantId, fromNumberId, toNumber } = send
  const found = await dueSends(database.queries, { ...LOOK, places: [{ tenantId, fromNumberId, toNumber }] })
  const counts = found.map((queue) => [senderQueueKey(queue), queue.sends.length])
  expect(Object.fromEntries(counts)).toEqual({
    [senderQueueKey(send)]: 0,
    [senderQueueKey(other)]: 1,
    [senderQueueKey({ ...send, tenantId: twin })]: 1,
    [senderQueueKey({ ...other, tenantId: twin })]: 1,
  })
})

test('a send is abandoned after its lease has expired', async () => {
  await sql`update deliveries set leased_until = ${NOW}`.execute(database.queries)
  const leased = await insertTextLike(database.queries, send, { leased_until: later(2) })
  const abandoned = async (now: Date, limit = 10) =>
    (await abandonedSends(database.queries, { now, limit })).map(({ id }) => id)
  expect(await abandoned(NOW)).toEqual([])
  expect(await abandoned(later(1))).toEqual([send.id])
  expect(await abandoned(later(3))).toEqual([send.id, leased])
  expect(await abandoned(later(3), 1)).toEqual([send.id])
})

test('releasing a relayed message makes only its waiting texts due', async () => {
  const db = database.queries
  const waiting = { due_at: null }
  const message = newId()
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    values (${send.tenantId}, ${message}, ${send.chatId}, 'Hello', now(), ${newId()})`.execute(db)
  const second = await insertTextLike(db, send, { ...waiting, to_number: '+12025550143' })
  const ofOther = await insertTextLike(db, send, { ...waiting, message_id: message, to_number: '+12025550144' })
  const taken = await insertTextLike(db, send, { ...waiting, status: 'sending', to_number: '+12025550145' })
  const twin = await insertTwin(db, send)
  const { messageId } = (await findDelivery(db, send.tenantId, send.id)) ?? { messageId: newId() }
  const due = later(60_000)
  await release(db, { tenantId: send.tenantId, messageId, dueAt: due })
  const dueOf = async (tenantId: string, id: DeliveryId) => {
    const { rows } = await sql<{ due: Date | null }>`select due_at as due from deliveries
      where tenant_id = ${tenantId} and delivery_id = ${id}`.execute(db)
    return rows[0]?.due
  }
  expect(await Promise.all([send.id, second, ofOther, taken].map((id) => dueOf(send.tenantId, id)))).toEqual([
    NOW,
    due,
    null,
    null,
  ])
  expect(await dueOf(twin, second)).toBeNull()
})
