import type { ChatId, Message, RealtimeEvent, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { patchOf } from '../../tests/hub.ts'
import { createStillClock } from '../../tests/still-clock.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { until } from '../../tests/until.ts'
import { createChats } from '../chats/index.ts'
import type { Chats } from '../chats/index.ts'
import { lockForMessages } from '../chats/locked-chats-store.ts'
import type { QueuedText } from '../delivery/index.ts'
import { createTopic, newId } from '../platform/index.ts'
import type { Caller, Database, Loop } from '../platform/index.ts'
import { createTranscript } from '../transcript/index.ts'
import type { Draft } from './admit.ts'
import type { Repeated } from './message-batch.ts'
import { createMessageWriter } from './message-writer.ts'
import { createPendingRelease } from './release-pending.ts'
import { AT_ONCE } from './timing.ts'

const fail = (error: unknown) => {
  throw error
}
const uncalled = () => fail(new Error('Writing asks for no numbers.'))

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

type Team = {
  tenantId: TenantId
  caller: Caller
  colleague: Caller
  /** These two are in the same shard. */
  chatId: ChatId
  otherChatId: ChatId
  chatOfOtherShard: ChatId
}
let clinic: Team
let bakery: Team
let events: RealtimeEvent[]
let write: (draft: Draft) => Promise<Message | Repeated>
let releaseLoop: Loop
const clock = createStillClock()
beforeEach(async () => {
  clinic = await createTeam()
  bakery = await createTeam()
  events = []
  write = writingOn(database)
})

function writingOn(db: Database, changed: (chats: Chats) => Chats = (chats) => chats) {
  const announcements = createTopic<readonly RealtimeEvent[]>(fail)
  announcements.subscribe((news) => events.push(...news))
  const transcript = createTranscript({ presentFile: uncalled })
  const numbers = { findLine: uncalled, listInUse: uncalled, requireTextable: uncalled }
  const textsQueued = createTopic<readonly QueuedText[]>(fail)
  const parts = { database: db, clock, transcript, announcements, textsQueued, log: { error: fail } }
  const chats = changed(createChats({ ...parts, numbers }))
  const release = createPendingRelease({
    ...parts,
    media: { isKept: uncalled },
    release: (due) => writer.release(due),
  })
  releaseLoop = release.loop
  const media = { forget: async () => [], erase: async () => {} }
  const writer = createMessageWriter({ ...parts, ...release, chats, media })
  return (message: Draft) => writer.write(message)
}

/** The ID of a chat of this shard. */
const newChatId = (shard: 0 | 1) => `${newId().slice(0, -1)}${shard}` as ChatId

/** A tenant with two users, who are in three chats with a phone each. */
async function createTeam(): Promise<Team> {
  const db = database.queries
  const [tenantId, userId, colleagueId] = [newId<TenantId>(), newId<UserId>(), newId<UserId>()]
  const numberId = newId()
  await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, 'Team', now())`.execute(db)
  await sql`insert into users (tenant_id, user_id, name, role, created_at)
    values (${tenantId}, ${userId}, 'Dana', 'User', now()), (${tenantId}, ${colleagueId}, 'Ben', 'User', now())`.execute(
    db,
  )
  await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
    values (${tenantId}, ${numberId}, 'PN1', '+12025550100', 'Desk', now())`.execute(db)
  const createChat = async (phone: string, shard: 0 | 1) => {
    const [chatId, contactId] = [newChatId(shard), newId()]
    await sql`insert into contacts (tenant_id, number_id, number, name, created_at)
      values (${tenantId}, ${contactId}, ${phone}, 'Marta', now())`.execute(db)
    await sql`insert into chats (tenant_id, chat_id, number_id, name, version, last_message_at, created_at)
      values (${tenantId}, ${chatId}, ${numberId}, 'Chat', 0, now(), now())`.execute(db)
    await sql`insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at)
      values (${tenantId}, ${chatId}, ${userId}, 'TeamsUser', now(), now()),
        (${tenantId}, ${chatId}, ${colleagueId}, 'TeamsUser', now(), now()),
        (${tenantId}, ${chatId}, ${contactId}, 'ExternalMobile', now(), now())`.execute(db)
    return chatId
  }
  const caller = { tenantId, userId, role: 'User' as const, name: 'Dana', sessionId: newId<Caller['sessionId']>() }
  const colleague = { ...caller, userId: colleagueId, name: 'Ben' }
  return {
    tenantId,
    caller,
    colleague,
    chatId: await createChat('+12025550142', 0),
    otherChatId: await createChat('+12025550143', 0),
    chatOfOtherShard: await createChat('+12025550144', 1),
  }
}

const draft = ({ caller, chatId }: Pick<Team, 'caller' | 'chatId'>, text: string, key?: string): Draft => {
  const { tenantId, userId } = caller
  const request = { tenantId, userId, call: 'messages.send' as const, key: key ?? '', fingerprint: Buffer.from(text) }
  const known = { request: key === undefined ? null : request, requestId: null }
  return { caller, chatId, text, files: [], parentId: null, timing: AT_ONCE, replaces: null, ...known }
}

/** The first draft is a batch of its own. While it is written, the others form the next batch. */
async function inOneBatch(drafts: readonly Draft[]): Promise<PromiseSettledResult<Message | Repeated>[]> {
  const first = write(draft(bakery, 'Before them'))
  const results = await Promise.allSettled(drafts.map(write))
  await first
  return results
}

const messageOf = (result: PromiseSettledResult<Message | Repeated> | undefined): Message => {
  if (result?.status !== 'fulfilled' || 'repeated' in result.value) throw new Error('There is no new message.')
  return result.value
}

/** The texts of the tenant’s messages, and the number of transactions that wrote them. */
async function kept({ tenantId }: Team) {
  const { rows } = await sql<{ text: string; commit: string }>`
    select text, xmin::text as commit from all_messages
    where tenant_id = ${tenantId} and state = 'sent' order by sent_at`.execute(database.queries)
  return { texts: rows.map(({ text }) => text), commits: new Set(rows.map(({ commit }) => commit)).size }
}

test('a blocked batch does not block the other shard', async () => {
  const held = Promise.withResolvers<void>()
  let begun = 0
  write = writingOn({
    ...database,
    async transaction(work) {
      begun += 1
      if (begun === 1) await held.promise
      return database.transaction(work)
    },
  })
  const first = write(draft(clinic, 'One'))
  const second = write(draft(clinic, 'Two'))
  const other = write(draft({ ...clinic, chatId: clinic.chatOfOtherShard }, 'Other'))
  await expect.poll(() => begun).toBe(2)
  await other
  expect((await kept(clinic)).texts).toEqual(['Other'])
  held.resolve()
  await Promise.all([first, second])
  expect((await kept(clinic)).texts.filter((text) => text !== 'Other')).toEqual(['One', 'Two'])
})

test('of two messages to different chats with the same key, one is written and the other is a mismatch', async () => {
  await write(draft(clinic, 'One', 'key'))
  let looks = 0
  write = writingOn(database, (chats) => ({
    ...chats,
    async lockForMessages(...lock) {
      looks += 1
      const locked = await chats.lockForMessages(...lock)
      return looks === 1 ? { ...locked, known: [] } : locked
    },
  }))
  const other = draft({ ...clinic, chatId: clinic.chatOfOtherShard }, 'Other', 'key')
  await expect(write(other)).rejects.toMatchObject({ code: 'idempotency-mismatch' })
  expect(looks).toBe(2)
  expect((await kept(clinic)).texts).toEqual(['One'])
})

test('an archived chat is locked, too, because its pending messages come back when they are due', async () => {
  const { tenantId, chatId } = clinic
  await sql`update chats set archived_at = now() where chat_id = ${chatId}`.execute(database.queries)
  const locked = await database.transaction(async (trx) => {
    const { chats } = await lockForMessages(trx, tenantId, { chatIds: [chatId], requests: [] })
    const { rows } = await sql<{ isMine: boolean }>`
      select xmax::text = pg_current_xact_id()::text as is_mine from chats where chat_id = ${chatId}`.execute(trx)
    return { chats, rows }
  })
  expect(locked).toEqual({ chats: [], rows: [{ isMine: true }] })
})

test('list_rank after a message equals the database’s own count, also with a disabled member', async () => {
  const ranks = async () => {
    const { rows } = await sql<{ kept: number; counted: number }>`
      select list_rank as kept, chat_list_rank(tenant_id, chat_id, last_message_id) as counted from chats
      where tenant_id = ${clinic.tenantId} and chat_id = ${clinic.chatId}`.execute(database.queries)
    return rows[0]
  }
  await write(draft(clinic, 'Seen by all but one'))
  expect(await ranks()).toEqual({ kept: 1, counted: 1 })
  await sql`update users set disabled = true
    where tenant_id = ${clinic.tenantId} and user_id = ${clinic.colleague.userId}`.execute(database.queries)
  await write(draft(clinic, 'Nobody else is there'))
  expect(await ranks()).toEqual({ kept: 0, counted: 0 })
})

describe('messages in one batch', () => {
  test('share a commit, each with its deliveries, and are announced after it', async () => {
    const drafts = [draft(clinic, 'One'), draft({ ...clinic, chatId: clinic.otherChatId }, 'Two')]
    const messages = (await inOneBatch(drafts)).map(messageOf)
    expect(await kept(clinic)).toEqual({ texts: ['One', 'Two'], commits: 1 })
    expect(messages.map(({ delivery }) => delivery.map(({ status }) => status))).toEqual([
      ['read', 'queued'],
      ['read', 'queued'],
    ])
    const told = events.filter(({ tenantId }) => tenantId === clinic.tenantId)
    expect(told.map(({ chatId, version }) => [chatId, version])).toEqual([
      [clinic.chatId, 1],
      [clinic.otherChatId, 1],
    ])
  })

  test('of one chat get consecutive versions in order of arrival', async () => {
    const texts = ['One', 'Two', 'Three']
    const messages = (await inOneBatch(texts.map((text) => draft(clinic, text)))).map(messageOf)
    expect(await kept(clinic)).toEqual({ texts, commits: 1 })
    expect(messages.map(({ id }) => id)).toEqual(messages.map(({ id }) => id).toSorted())
    const told = events.filter(({ chatId }) => chatId === clinic.chatId)
    expect(told.map(({ version, data }) => [version, patchOf(data)?.messageCount])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ])
  })

  test('of one chat raise the unread counts of everyone except their authors, one by one', async () => {
    const { caller: dana, colleague: ben, chatId } = clinic
    const authors = [dana, dana, ben, dana]
    await inOneBatch(authors.map((caller, index) => draft({ caller, chatId }, `Text ${index}`)))
    const told = events.filter((event) => event.chatId === chatId)
    expect(told.map(({ data }) => data && 'unreadCounts' in data && data.unreadCounts)).toEqual([
      { [ben.userId]: 1 },
      { [ben.userId]: 2 },
      { [dana.userId]: 1 },
      { [ben.userId]: 3 },
    ])
    const { rows } = await sql`
      select member_id as id, unread_count as unread, list_rank as rank from chat_members
      where chat_id = ${chatId} and role = 'TeamsUser' order by unread_count`.execute(database.queries)
    expect(rows).toEqual([
      { id: dana.userId, unread: 1, rank: 2 },
      { id: ben.userId, unread: 3, rank: 2 },
    ])
  })

  test('of several organizations lock their chats in one order, so that two batches never wait for each other', async () => {
    const locked: TenantId[] = []
    write = writingOn(database, (chats) => ({
      ...chats,
      lockForMessages(trx, tenantId, lock) {
        locked.push(tenantId)
        return chats.lockForMessages(trx, tenantId, lock)
      },
    }))
    const teams = [clinic, bakery].toSorted((one, other) => (one.tenantId < other.tenantId ? -1 : 1))
    const inOrder = teams.map(({ tenantId }) => tenantId)
    await inOneBatch(teams.map((team) => draft(team, 'One')))
    await inOneBatch(teams.toReversed().map((team) => draft(team, 'Two')))
    // Each batch comes after one of a single message.
    expect([locked.slice(1, 3), locked.slice(4)]).toEqual([inOrder, inOrder])
  })

  test('are written without refused ones', async () => {
    const stranger = { ...bakery.caller, tenantId: clinic.tenantId }
    const results = await inOneBatch([
      draft(clinic, 'One'),
      draft({ ...clinic, caller: stranger }, 'Not a member'),
      draft({ ...clinic, caller: bakery.caller }, 'Of another tenant'),
      draft(clinic, ''),
      draft(clinic, 'Two'),
    ])
    const codes = results.map((result) => (result.status === 'rejected' ? (result.reason as Error) : null))
    expect(codes).toMatchObject([null, { code: 'not-a-member' }, { code: 'not-found' }, { code: 'validation' }, null])
    expect(await kept(clinic)).toEqual({ texts: ['One', 'Two'], commits: 1 })
  })

  test('with the same key become one message, and different content is a mismatch', async () => {
    const results = await inOneBatch([
      draft(clinic, 'Once', 'key'),
      draft(clinic, 'Once', 'key'),
      draft(clinic, 'Other', 'key'),
    ])
    const { id } = messageOf(results[0])
    expect(results[1]).toMatchObject({ value: { repeated: id } })
    expect(results[2]).toMatchObject({ reason: { code: 'idempotency-mismatch' } })
    expect((await kept(clinic)).texts).toEqual(['Once'])
  })

  test('replace a pending message once', async () => {
    const held = { ...draft(clinic, 'Held'), timing: { holdMs: 5_000 } }
    const replaces = messageOf((await Promise.allSettled([write(held)]))[0]).id
    const results = await inOneBatch([
      { ...held, text: 'Edited', replaces },
      { ...draft(clinic, 'Edited again'), replaces },
    ])
    expect(results[1]).toMatchObject({ reason: { code: 'not-found' } })
    const { rows } = await sql`select text from pending_messages where chat_id = ${clinic.chatId}`.execute(
      database.queries,
    )
    expect(rows).toEqual([{ text: 'Edited' }])
    expect((await kept(clinic)).texts).toEqual([])
  })

  test('can reuse the key of a refused one', async () => {
    const nowhere = draft({ ...clinic, chatId: newChatId(0) }, 'Again', 'key')
    const results = await inOneBatch([nowhere, { ...nowhere, chatId: clinic.chatId }])
    expect(results[0]).toMatchObject({ reason: { code: 'not-found' } })
    expect(messageOf(results[1]).text).toBe('Again')
  })

  test('that fail to commit are neither acknowledged nor announced', async () => {
    const crash: Database['transaction'] = (work) =>
      database.transaction(async (trx) => {
        await work(trx)
        throw new Error('The process ends.')
      })
    write = writingOn({ ...database, transaction: crash })
    const results = await Promise.allSettled(['One', 'Two', 'Three'].map((text) => write(draft(clinic, text))))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect((await kept(clinic)).texts).toEqual([])
    expect(events).toEqual([])
  })
})

test('a pending message keeps its ID, and is sent after the newest message of its chat', async () => {
  const { tenantId, chatId } = clinic
  const held = { ...draft(clinic, 'Held', 'key'), timing: { holdMs: 5_000 } }
  const pending = messageOf((await Promise.allSettled([write(held)]))[0])
  const ahead = new Date(clock.now().getTime() + 60_000)
  await sql`update chats set last_message_id = ${newId()}, last_message_at = ${ahead} where chat_id = ${chatId}`.execute(
    database.queries,
  )
  await sql`update lines set in_use = true where tenant_id = ${tenantId}`.execute(database.queries)
  clock.pass(5_000)
  releaseLoop.start()
  await until(async () => (await kept(clinic)).texts.length > 0)
  await releaseLoop.stop()
  const { rows } = await sql<{ sentAt: Date }>`
    select sent_at from messages where tenant_id = ${tenantId} and message_id = ${pending.id}`.execute(database.queries)
  expect(rows).toEqual([{ sentAt: new Date(ahead.getTime() + 1) }])
})
