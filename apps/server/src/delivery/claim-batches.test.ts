import type { RealtimeEvent } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRoundTrips } from '../../tests/round-trips.ts'
import type { RoundTrips } from '../../tests/round-trips.ts'
import { insertQueuedText, insertTextLike } from '../../tests/queued-text.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { createTopic, newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { createClaimBatches } from './claim-batches.ts'
import type { Send } from './queue-store.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const PHONE = '+12025550142'
const MANY = 32
/** The embedded database has no round trips to count, and one connection. */
const isOnPostgres = Boolean(process.env['DATABASE_URL'])

let counted: RoundTrips
let database: Database
beforeAll(async () => {
  counted = await countRoundTrips()
  database = await openTestDatabase({ pool: 4, throughProxy: counted.through })
})
afterAll(async () => {
  await database.close()
  await counted.close()
})

function start() {
  const events: RealtimeEvent[] = []
  const announcements = createTopic<readonly RealtimeEvent[]>((error) => {
    throw error
  })
  announcements.subscribe((list) => events.push(...list))
  const { claim, accept } = createClaimBatches({ database, announcements })
  return {
    events,
    claim: (send: Send) => claim({ ...send, postedAt: NOW, leasedUntil: NOW, account: '' }),
    claimFor: (account: string, send: Send) => claim({ ...send, postedAt: NOW, leasedUntil: NOW, account }),
    accept: (send: Send, providerSid: string) => accept({ ...send, postedAt: NOW, providerSid, checkAt: NOW }),
  }
}

const queueText = () => insertQueuedText(database.queries, { number: PHONE, at: NOW })

async function countedIn(work: () => Promise<void>): Promise<number> {
  counted.take()
  await work()
  return counted.take().length
}

test.runIf(isOnPostgres)('claims of one moment share a statement, and so do Twilio’s answers', async () => {
  const sends = await Promise.all(Array.from({ length: MANY }, queueText))
  const { claim, accept, events } = start()
  const claims = await countedIn(async () => {
    const claimed = await Promise.all(sends.map(claim))
    expect(claimed.map((one) => one?.id)).toEqual(sends.map(({ id }) => id))
  })
  const answers = await countedIn(async () => {
    const accepted = await Promise.all(sends.map((send) => accept(send, `SM${send.id}`)))
    expect(accepted).toEqual(sends.map(() => expect.objectContaining({ status: 'sending', hasReports: false })))
  })
  expect([claims, answers]).toEqual([1, 1])
  expect(new Set(events.map(({ chatId }) => chatId))).toEqual(new Set(sends.map(({ chatId }) => chatId)))
})

test.runIf(isOnPostgres)(
  'the answer to a text and the claim of the next one to its phone share a statement',
  async () => {
    const first = await queueText()
    const second = { ...first, id: await insertTextLike(database.queries, first, { part: 2, parts: 2 }) }
    const { claim, accept } = start()
    await claim(first)
    const statements = await countedIn(async () => {
      // In any order: the acceptance counts first.
      const [claimed] = await Promise.all([claim(second), accept(first, 'SM1')])
      expect(claimed).toMatchObject({ id: second.id, attempts: 1 })
    })
    expect(statements).toBe(1)
  },
)

test('a text is left until Twilio has those before it to the same phone', async () => {
  const first = await queueText()
  const messageId = newId<Send['messageId']>()
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    values (${first.tenantId}, ${messageId}, ${first.chatId}, 'Later', now(), ${newId()})`.execute(database.queries)
  const second = { ...first, messageId, id: await insertTextLike(database.queries, first, { message_id: messageId }) }
  const { claim, accept } = start()
  expect(await Promise.all([claim(second), claim(second), claim(first)])).toEqual([
    null,
    null,
    expect.objectContaining({ id: first.id }),
  ])
  expect(await claim(second)).toBeNull()
  await accept(first, 'SM1')
  expect(await claim(second)).toMatchObject({ id: second.id, attempts: 1 })
})

test.runIf(isOnPostgres)('a claim that waits for its chat delays no other tenant’s', async () => {
  const [busy, other] = [await queueText(), await queueText()]
  const { claim, accept } = start()
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('select from chats where chat_id = $1 for update', [busy.chatId])
  const claimed = claim(busy)
  await new Promise<void>((resolve) => setImmediate(resolve))
  expect(await claim(other)).toMatchObject({ id: other.id })
  expect(await accept(other, 'SM-other')).not.toBeNull()
  await client.query('commit')
  client.release()
  expect(await claimed).toMatchObject({ id: busy.id })
})

test('texts of one chat that are claimed together raise its version once, in one event', async () => {
  const first = await queueText()
  const id = await insertTextLike(database.queries, first, { to_number: '+12025550143' })
  const { claim, events } = start()
  await Promise.all([first, { ...first, id }].map(claim))
  const told = events.filter(({ chatId }) => chatId === first.chatId)
  expect(told).toMatchObject([{ version: 2, data: { changed: [{ status: 'sending' }, { status: 'sending' }] } }])
})

test('the answer to a text says whether another waits for its phone', async () => {
  const first = await queueText()
  const others = { to_number: '+12025550143', part: 2, parts: 2 }
  await insertTextLike(database.queries, first, others)
  const { claim, accept } = start()
  await claim(first)
  expect(await accept(first, 'SM1')).toMatchObject({ hasNext: false })
  const second = await queueText()
  await insertTextLike(database.queries, second, { part: 2, parts: 2 })
  await claim(second)
  expect(await accept(second, 'SM2')).toMatchObject({ hasNext: true })
})

test('a text is left if its Twilio account was changed since it was read', async () => {
  const first = await queueText()
  await sql`update tenants set account_sid = 'AC1', auth_token_encrypted = 'secret'
    where tenant_id = ${first.tenantId}`.execute(database.queries)
  const { claimFor } = start()
  expect([await claimFor('', first), await claimFor('AC1/other', first)]).toEqual([null, null])
  expect(await claimFor('AC1/secret', first)).toMatchObject({ id: first.id, attempts: 1 })
})
