import type { FileId, MemberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertQueuedText, insertTextLike, insertTwin } from '../../tests/queued-text.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Send } from '../delivery/queue-store.ts'
import { newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import {
  deliveriesToPhones,
  deliveryOfMember,
  dismissFailures,
  fileOnItsWay,
  findDelivery,
  insertDeliveries,
  moveDeliveries,
  requeueDelivery,
} from './deliveries-store.ts'
import type { DeliveryMove } from './deliveries-store.ts'
import type { DeliveryId } from '../../database/index.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const SID = 'SM1'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

let text: Send
/** Another text of the same message. */
let other: DeliveryId
/** Another tenant whose rows have the same IDs. */
let twin: TenantId
beforeEach(async () => {
  text = await insertQueuedText(database.queries, { number: '+12025550142', at: NOW })
  other = await insertTextLike(database.queries, text, { to_number: '+12025550143' })
  twin = await insertTwin(database.queries, text)
})

const set = (columns: Record<string, string | null>, tenantId = text.tenantId) =>
  sql`update deliveries set ${sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    where tenant_id = ${tenantId} and delivery_id = ${text.id}`.execute(database.queries)

const stored = (tenantId = text.tenantId, id = text.id) => findDelivery(database.queries, tenantId, id)

/** All rows of the tenant’s other texts and of the twin. */
async function others(): Promise<unknown[]> {
  const { rows } = await sql`select * from deliveries
    where tenant_id = ${twin} or (tenant_id = ${text.tenantId} and delivery_id <> ${text.id})
    order by tenant_id, delivery_id`.execute(database.queries)
  return rows
}

/** Expects that the work changes no other text. */
async function changesNothingElse<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = await others()
  const result = await work()
  expect(await others()).toEqual(before)
  return result
}

const move = (change: Partial<DeliveryMove>) =>
  changesNothingElse(async () => {
    const { tenantId, chatId, id } = text
    const [moved] = await moveDeliveries(database.queries, [
      { tenantId, chatId, id, status: 'sent', at: NOW, ...change },
    ])
    return moved ?? null
  })

describe('a status', () => {
  test('moves up with the version of the chat, and the record is returned', async () => {
    const version = async () =>
      (
        await sql<{ version: number }>`select version from chats where tenant_id = ${text.tenantId}`.execute(
          database.queries,
        )
      ).rows[0]?.version ?? 0
    const before = await version()
    const moved = await move({ status: 'sent', providerSid: SID })
    expect(moved).toMatchObject({ place: 0, deliveryId: text.id, records: [{ status: 'sent' }], failedCount: null })
    expect([moved?.version, await version()]).toEqual([before + 1, before + 1])
    expect(await stored()).toMatchObject({ status: 'sent', providerSid: SID, updatedOn: NOW })
  })

  test('does not move back, and a final one keeps its data', async () => {
    await move({ status: 'delivered' })
    expect(await move({ status: 'failed', errorCode: 30_003, errorText: 'No signal' })).toBeNull()
    expect(await stored()).toMatchObject({ status: 'delivered', errorCode: null, errorText: null })
  })

  test('keeps its error until a better one', async () => {
    await move({ status: 'undelivered', errorCode: 30_003, errorText: 'No signal' })
    expect(await stored()).toMatchObject({ errorCode: 30_003, errorText: 'No signal' })
    await move({ status: 'delivered', errorCode: 30_003, errorText: 'No signal' })
    expect(await stored()).toMatchObject({ errorCode: null, errorText: null })
  })
})

describe('a text that a user resends', () => {
  const requeue = () =>
    changesNothingElse(() =>
      requeueDelivery(database.queries, text.tenantId, { id: text.id, at: NOW, requestId: null }),
    )

  test('is queued like a new one, and keeps the SID of the former attempt', async () => {
    await set({ status: 'failed', provider_sid: SID, error_text: 'No signal' })
    await set({ status: 'failed' }, twin)
    expect(await requeue()).toMatchObject({ status: 'queued', providerSid: null, errorText: null, attempts: 0 })
    expect(await stored()).toMatchObject({ earlierSids: [SID] })
    await set({ status: 'unknown', provider_sid: null })
    await requeue()
    expect(await stored()).toMatchObject({ earlierSids: [SID] })
  })

  test('is not queued again if it is in progress or has no phone', async () => {
    expect(await requeue()).toBeNull()
    await set({ status: 'failed', to_number: null })
    expect(await requeue()).toBeNull()
    expect(await stored()).toMatchObject({ status: 'failed' })
  })
})

test('a user dismisses the failures of one message, once', async () => {
  await set({ status: 'failed' })
  await set({ status: 'failed' }, twin)
  const message = newId()
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    values (${text.tenantId}, ${message}, ${text.chatId}, 'Hello', now(), ${newId()})`.execute(database.queries)
  await insertTextLike(database.queries, text, { message_id: message })
  const messageId = (await stored())?.messageId
  if (!messageId) throw new Error('There is a text.')
  const dismiss = () =>
    changesNothingElse(() => dismissFailures(database.queries, text.tenantId, { messageId, at: NOW }))
  expect([await dismiss(), await dismiss()]).toEqual([true, false])
  expect(await stored()).toMatchObject({ dismissed: true })
})

test('deliveriesToPhones returns the texts of one message and tenant, without users’ deliveries', async () => {
  const db = database.queries
  const messageId = (await stored())?.messageId
  if (!messageId) throw new Error('There is a text.')
  const reader = { id: newId<DeliveryId>(), messageId, memberId: newId<MemberId>(), at: NOW, status: 'read' as const }
  await insertDeliveries(db, text, [reader])
  const another = newId()
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    values (${text.tenantId}, ${another}, ${text.chatId}, 'Hello', now(), ${newId()})`.execute(db)
  await insertTextLike(db, text, { message_id: another })
  const found = await deliveriesToPhones(db, text.tenantId, messageId)
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set([text.id, other]))
  expect(new Set(found.map(({ tenantId }) => tenantId))).toEqual(new Set([text.tenantId]))
  expect(found).toHaveLength(2)
})

test('each delivery has the columns that its status needs', async () => {
  const { messageId } = (await stored())!
  const record = () => ({ id: newId<DeliveryId>(), messageId, memberId: newId<MemberId>(), at: NOW })
  const toPhone = { fromNumberId: text.fromNumberId, toNumber: '+12025550144', body: 'Hello', requestId: newId() }
  const queued = { ...record(), status: 'queued', ...toPhone, part: 2, parts: 3, dueAt: NOW, expiresAt: null } as const
  const skipped = { ...record(), status: 'skipped', errorText: 'Disabled' } as const
  const read = { ...record(), status: 'read' } as const
  await changesNothingElse(async () => {
    await insertDeliveries(database.queries, text, [queued, skipped, read])
    const rows = await Promise.all([queued, skipped, read].map(({ id }) => stored(text.tenantId, id)))
    expect(rows).toMatchObject([
      { status: 'queued', ...toPhone, part: 2, parts: 3, errorText: null },
      { status: 'skipped', errorText: 'Disabled', toNumber: null, fromNumberId: null, body: null, part: 1 },
      { status: 'read', errorText: null, toNumber: null, body: null, requestId: null },
    ])
    const added = [queued, skipped, read].map(({ id }) => id)
    await sql`delete from deliveries where delivery_id = any(${added}::uuid[])`.execute(database.queries)
  })
})

test('a member gets only one delivery per message', async () => {
  const { messageId, memberId } = (await stored())!
  const again = { id: newId<DeliveryId>(), messageId, memberId, at: NOW, status: 'skipped' as const, errorText: 'x' }
  await changesNothingElse(() => insertDeliveries(database.queries, text, [again]))
  expect(await stored(text.tenantId, again.id)).toBeNull()
  await changesNothingElse(() => insertDeliveries(database.queries, text, []))
})

test('a text in parts has the status of its worst part, independent of other members', async () => {
  await set({ status: 'delivered' })
  await sql`update deliveries set parts = 2 where tenant_id = ${text.tenantId}`.execute(database.queries)
  const { memberId } = (await stored())!
  const second = { member_id: memberId, part: 2, status: 'failed' }
  const failed = await insertTextLike(database.queries, text, second)
  expect(await deliveryOfMember(database.queries, (await stored())!)).toMatchObject({ memberId, status: 'failed' })
  await sql`delete from deliveries where delivery_id = ${failed}`.execute(database.queries)
  const ofOther = (await stored(text.tenantId, other))!
  expect(await deliveryOfMember(database.queries, ofOther)).toMatchObject({ status: 'queued' })
})

/** Files of the text’s message, of another message, and of the other tenant’s message, whose files have the same IDs. */
async function addFiles() {
  const { messageId } = (await stored())!
  const [first, second, elsewhere] = [newId<FileId>(), newId<FileId>(), newId<FileId>()]
  const otherMessage = newId()
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    values (${text.tenantId}, ${otherMessage}, ${text.chatId}, 'Hello', now(), ${newId()})`.execute(database.queries)
  const owned = sql`(values (${twin}::uuid, 'twin.png', ${messageId}::uuid, ${first}::uuid),
    (${twin}, 'twin.png', ${messageId}, ${second}),
    (${text.tenantId}, 'second.png', ${messageId}, ${second}), (${text.tenantId}, 'first.png', ${messageId}, ${first}),
    (${text.tenantId}, 'elsewhere.png', ${otherMessage}, ${elsewhere})) owned (tenant_id, name, message_id, file_id)`
  await sql`insert into files (tenant_id, file_id, directory, file_name, content_type, length, created_at)
    select tenant_id, file_id, 'files', name, 'image/png', 1, now() from ${owned}`.execute(database.queries)
  await sql`insert into message_media (tenant_id, message_id, position, file_id)
    select tenant_id, message_id, row_number() over (), file_id from ${owned}`.execute(database.queries)
  return { first, second, elsewhere }
}

test('only the files of a text that is on its way can be read, under the address of its last attempt', async () => {
  const { first, second, elsewhere } = await addFiles()
  await set({ status: 'sending', posted_at: NOW.toISOString() })
  await set({ status: 'sending', posted_at: NOW.toISOString() }, twin)
  const read = async (fileId: FileId, { tenantId = text.tenantId, deliveryId = text.id, postedAt = NOW } = {}) =>
    (await fileOnItsWay(database.queries, { tenantId, deliveryId, fileId, postedAt }))?.fileName ?? null
  expect([await read(first), await read(second)]).toEqual(['first.png', 'second.png'])
  expect(await read(first, { tenantId: twin })).toBe('twin.png')
  expect(await read(elsewhere)).toBeNull()
  expect(await read(first, { deliveryId: other })).toBeNull()
  expect(await read(first, { tenantId: newId<TenantId>() })).toBeNull()
  expect(await read(first, { postedAt: new Date(NOW.getTime() - 1) })).toBeNull()
  for (const [status, name] of [
    ['sent', 'first.png'],
    ['unknown', 'first.png'],
    ['delivered', null],
    ['failed', null],
  ] as const) {
    await set({ status })
    expect([status, await read(first)]).toEqual([status, name])
  }
})
