import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertQueuedText } from '../../tests/queued-text.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Database } from '../platform/index.ts'
import { findDelivery, searchWindow } from '../transcript/index.ts'
import { foundMessages } from './search-store.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A message of a new tenant. */
async function newMessage() {
  const db = database.queries
  const { tenantId, chatId, id } = await insertQueuedText(db, { number: '+12025550142', at: new Date() })
  const delivery = await findDelivery(db, tenantId, id)
  if (!delivery) throw new Error('The text was just written.')
  return { tenantId, chatId, messageId: delivery.messageId }
}

test('a search without a term finds only messages of its tenant', async () => {
  const ours = await newMessage()
  const theirs = await newMessage()
  const walk = { tenantId: ours.tenantId, term: null, size: 10 }
  const hitsIn = async (chatId: typeof ours.chatId | null) =>
    (await searchWindow(database.queries, { ...walk, chatIds: chatId && [chatId] })).hits
  expect(await hitsIn(null)).toEqual([ours.messageId])
  expect(await hitsIn(theirs.chatId)).toEqual([])
})

test('another tenant’s message is not found by ID', async () => {
  const ours = await newMessage()
  const theirs = await newMessage()
  const ids = [ours.messageId, theirs.messageId]
  const found = await foundMessages(database.queries, { tenantId: ours.tenantId, ids, term: null })
  expect(found.map(({ messageId }) => messageId)).toEqual([ours.messageId])
})
