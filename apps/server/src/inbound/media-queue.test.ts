import type { MessageId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertQueuedText, insertTwin } from '../../tests/queued-text.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { createLog, newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import type { Send } from '../delivery/queue-store.ts'
import { addPendingMedia, claimMedia, postponeMedia, removePendingMedia } from './media-queue-store.ts'
import type { ClaimedMedia } from './media-queue-store.ts'
import { createMediaQueue } from './media-queue.ts'

const NOON = new Date('2026-11-21T12:00:00Z')
const SECOND = 1_000
const LEASE = 60 * SECOND

let database: Database
let now: Date
beforeAll(async () => {
  // One connection, so that claims are made in their order.
  database = await openTestDatabase({ pool: 1 })
})
afterAll(() => database.close())
beforeEach(async () => {
  now = NOON
  await sql`delete from inbound_media`.execute(database.queries)
})

const addChat = () => insertQueuedText(database.queries, { number: '+12025550142', at: NOON })

/** Another chat of its tenant. */
async function addChatLike({ tenantId, chatId, ...more }: Send): Promise<Send> {
  const id = newId<typeof chatId>()
  await sql`insert into chats (tenant_id, chat_id, number_id, name, last_message_at, created_at)
    select tenant_id, ${id}, number_id, name, last_message_at, created_at from chats
    where tenant_id = ${tenantId} and chat_id = ${chatId}`.execute(database.queries)
  return { ...more, tenantId, chatId: id }
}

/** A message whose files are still at Twilio. */
async function addMessage({ tenantId, chatId }: Send, receivedAt = NOON): Promise<MessageId> {
  const messageId = newId<MessageId>()
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    values (${tenantId}, ${messageId}, ${chatId}, 'Look', now(), ${newId()})`.execute(database.queries)
  await addPendingMedia(database.queries, [{ tenantId, chatId, messageId, urls: ['a'], receivedAt, requestId: null }])
  return messageId
}

/** The delay in milliseconds until it is due. */
async function dueIn(messageId: MessageId): Promise<number | undefined> {
  const { rows } = await sql<{ due: Date }>`select due_at as due from inbound_media
    where message_id = ${messageId}`.execute(database.queries)
  return rows[0] && rows[0].due.getTime() - now.getTime()
}

/** A process whose downloads end when the test says so. */
function startQueue() {
  let looks = 0
  const timers = new Set<() => void>()
  const delays: number[] = []
  const fetched: ClaimedMedia[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const state = { isBroken: false }
  const queue = createMediaQueue({
    queries: database.queries,
    clock: {
      now() {
        looks += 1
        if (state.isBroken) throw new Error('The database is gone.')
        return now
      },
      after(ms, callback) {
        delays.push(ms)
        timers.add(callback)
        return () => timers.delete(callback)
      },
    },
    random: () => 0,
    log: createLog('silent'),
    fetchMedia(media) {
      fetched.push(media)
      const end = Promise.withResolvers<void>()
      ends.set(media.messageId, end)
      return end.promise
    },
  })
  queue.start()
  const running = {
    queue,
    state,
    fetched: () => fetched.map(({ messageId }) => messageId),
    tenants: () => fetched.map(({ tenantId }) => tenantId),
    attempts: () => fetched.map(({ attempts }) => attempts),
    looks: () => looks,
    hasTimer: () => timers.size > 0,
    /** The milliseconds of every timer so far. */
    delays: () => delays,
    /** The process has seen everything that is due, and waits for the next poll. */
    isIdle: () => expect.poll(() => timers.size).toBe(1),
    /** Exactly this many downloads were started. */
    async hasBegun(count: number) {
      await expect.poll(() => fetched.length).toBe(count)
      for (let times = 0; times < 3; times += 1) {
        queue.wake()
        await running.isIdle()
        await sql`select 1`.execute(database.queries)
      }
      expect(fetched).toHaveLength(count)
    },
    pass(ms: number) {
      now = new Date(now.getTime() + ms)
      const due = [...timers]
      timers.clear()
      for (const ring of due) ring()
    },
    /** Ends a download successfully. */
    async end(messageId: MessageId) {
      await sql`delete from inbound_media where message_id = ${messageId}`.execute(database.queries)
      ends.get(messageId)?.resolve()
    },
    fail: (messageId: MessageId) => ends.get(messageId)?.reject(new Error('Twilio is gone.')),
    async stop() {
      for (const { resolve } of ends.values()) resolve()
      await queue.stop()
    },
  }
  return running
}

test('the messages of a chat are fetched one by one in order, without delaying other chats', async () => {
  const chat = await addChat()
  const first = await addMessage(chat)
  const second = await addMessage(chat)
  const other = await addMessage(await addChatLike(chat))
  const running = startQueue()
  await running.hasBegun(2)
  expect(new Set(running.fetched())).toEqual(new Set([first, other]))
  await running.end(first)
  await expect.poll(() => running.fetched().at(-1)).toBe(second)
  await running.stop()
})

test('at most 16 messages are fetched at once, of three tenants with seven each', async () => {
  const chats = [await addChat(), await addChat(), await addChat()]
  for (const chat of chats) {
    for (let count = 0; count < 7; count += 1) await addMessage(await addChatLike(chat))
  }
  const running = startQueue()
  await running.hasBegun(16)
  expect(new Set(running.fetched()).size).toBe(16)
  await running.stop()
})

test('at most six messages of a tenant are fetched at once, without delaying other tenants', async () => {
  const chat = await addChat()
  for (let count = 0; count < 8; count += 1) await addMessage(await addChatLike(chat))
  const running = startQueue()
  await running.hasBegun(6)
  const other = await addMessage(await addChat())
  running.queue.wake()
  await running.hasBegun(7)
  expect(running.fetched().at(-1)).toBe(other)
  const [first] = running.fetched()
  if (first) await running.end(first)
  await running.hasBegun(8)
  await running.stop()
})

test('tenants whose six downloads are in progress do not delay others, even with older messages', async () => {
  const addMessages = async (chat: Send, count: number, receivedAt: Date) => {
    for (let index = 0; index < count; index += 1) await addMessage(await addChatLike(chat), receivedAt)
  }
  for (const busy of [await addChat(), await addChat()]) await addMessages(busy, 8, NOON)
  const running = startQueue()
  await running.hasBegun(12)
  const quiet = await addChat()
  now = new Date(NOON.getTime() + SECOND)
  await addMessages(quiet, 4, now)
  running.queue.wake()
  await running.hasBegun(16)
  expect(running.tenants().slice(-4)).toEqual(Array.from({ length: 4 }, () => quiet.tenantId))
  await running.stop()
})

test('tenants take turns, each with its oldest message first', async () => {
  const [busy, quiet] = [await addChat(), await addChat()]
  const busyMessages: MessageId[] = []
  for (let count = 0; count < 3; count += 1) {
    busyMessages.push(await addMessage(await addChatLike(busy), new Date(NOON.getTime() - 10 * SECOND + count)))
  }
  const ofQuiet = await addMessage(quiet)
  const running = startQueue()
  await running.hasBegun(4)
  expect(running.fetched()).toEqual([busyMessages[0], ofQuiet, busyMessages[1], busyMessages[2]])
  await running.stop()
})

test('a failed download is retried with growing delays', async () => {
  const message = await addMessage(await addChat())
  const running = startQueue()
  for (const [index, pause] of [500, 1_000, 2_000].entries()) {
    await running.hasBegun(index + 1)
    running.fail(message)
    await expect.poll(() => dueIn(message)).toBe(pause)
    // The queue does not wait for the next poll. A timer may ring a millisecond early.
    await expect.poll(running.delays).toContain(pause + 1)
    running.pass(pause - 1)
    await running.hasBegun(index + 1)
    running.pass(1)
  }
  await running.hasBegun(4)
  expect(running.attempts()).toEqual([1, 2, 3, 4])
  await running.stop()
})

test('a message that waits for a retry does not delay the next one of its chat', async () => {
  const chat = await addChat()
  const [first, second] = [await addMessage(chat), await addMessage(chat)]
  const running = startQueue()
  await running.hasBegun(1)
  running.fail(first)
  await expect.poll(running.fetched).toEqual([first, second])
  await running.stop()
})

test('a message is claimed by one process until its lease expires', async () => {
  const chat = await addChat()
  const message = await addMessage(chat)
  const [first, second] = [startQueue(), startQueue()]
  await expect.poll(() => [...first.fetched(), ...second.fetched()]).toEqual([message])
  await Promise.all([first.isIdle(), second.isIdle()])
  now = new Date(NOON.getTime() + LEASE - 1)
  second.pass(0)
  await second.isIdle()
  expect([...first.fetched(), ...second.fetched()]).toEqual([message])
  // The first process is gone.
  const idle = first.fetched().length === 0 ? first : second
  idle.pass(1)
  await expect.poll(idle.fetched).toEqual([message])
  await Promise.all([first.stop(), second.stop()])
})

test('claiming, postponing, or removing a message does not affect others', async () => {
  const chat = await addChat()
  const message = await addMessage(chat)
  const other = await addMessage(await addChatLike(chat))
  const twin = await insertTwin(database.queries, chat)
  await sql`insert into inbound_media (tenant_id, chat_id, message_id, urls, received_at, due_at)
    values (${twin}, ${chat.chatId}, ${message}, '{a}', ${NOON}, ${NOON})`.execute(database.queries)
  const leased = { now: NOON, leasedUntil: new Date(NOON.getTime() + LEASE) }
  expect(await claimMedia(database.queries, { ...chat, messageId: message }, leased)).toMatchObject({ attempts: 1 })
  expect(await claimMedia(database.queries, { ...chat, messageId: message }, leased)).toBeNull()
  await postponeMedia(database.queries, { ...chat, messageId: message }, new Date(NOON.getTime() + 2 * LEASE))
  expect(await removePendingMedia(database.queries, { ...chat, messageId: message })).toBe(true)
  expect(await removePendingMedia(database.queries, { ...chat, messageId: message })).toBe(false)
  const { rows } = await sql<{ due: Date }>`select due_at as due from inbound_media
    where tenant_id = ${twin} or message_id = ${other}`.execute(database.queries)
  expect(rows).toEqual([{ due: NOON }, { due: NOON }])
})

test('a message added during a poll is found by another poll, and a failed poll is repeated', async () => {
  const running = startQueue()
  const chat = await addChat()
  const message = await addMessage(chat)
  running.queue.wake()
  running.queue.wake()
  await expect.poll(running.fetched).toEqual([message])
  await running.isIdle()
  running.state.isBroken = true
  running.queue.wake()
  await running.isIdle()
  const other = await addMessage(await addChatLike(chat))
  running.state.isBroken = false
  running.pass(SECOND)
  await expect.poll(running.fetched).toEqual([message, other])
  await running.stop()
})

test('stop waits for downloads in progress and starts no others', async () => {
  const chat = await addChat()
  const message = await addMessage(chat)
  const running = startQueue()
  await running.isIdle()
  let isStopped = false
  const stopped = running.queue.stop().then(() => (isStopped = true))
  expect(running.hasTimer()).toBe(false)
  await addMessage(await addChatLike(chat))
  running.queue.wake()
  const looks = running.looks()
  expect(isStopped).toBe(false)
  await running.end(message)
  await stopped
  expect([running.fetched(), running.looks(), running.hasTimer()]).toEqual([[message], looks, false])
})

test('nothing is fetched if no files are pending, and the next poll is in ten seconds', async () => {
  await addPendingMedia(database.queries, [])
  const running = startQueue()
  await running.isIdle()
  expect(running.fetched()).toEqual([])
  expect(running.delays()).toEqual([10 * SECOND])
  await running.stop()
})

test('a failed claim is retried after a second', async () => {
  const message = await addMessage(await addChat())
  await sql`set default_transaction_read_only = on`.execute(database.queries)
  const running = startQueue()
  // These queries and the queue share one connection, so that a queue without a delay would poll in between.
  const someTurns = async () => {
    for (let turn = 0; turn < 10; turn += 1) await sql`select 1`.execute(database.queries)
    return running.looks()
  }
  const looks = await someTurns()
  expect(await someTurns()).toBe(looks)
  await sql`set default_transaction_read_only = off`.execute(database.queries)
  expect(running.fetched()).toEqual([])
  expect(running.delays()).toContain(SECOND + 1)
  running.pass(SECOND)
  await expect.poll(running.fetched).toEqual([message])
  await running.stop()
})
