import type { ChatId, MemberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertQueuedText } from '../../../tests/queued-text.ts'
import { openTestDatabase } from '../../../tests/test-database.ts'
import { newId } from '../../platform/index.ts'
import type { Database } from '../../platform/index.ts'
import { isTooMuch } from './relay-guard-store.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Whether one more text is too much, after texts of this phone that are so many seconds old. */
async function isTooMuchAfter(earlier: { text: string; secondsAgo: number }[], text: string) {
  const db = database.queries
  const { tenantId, chatId } = await insertQueuedText(db, { number: '+12025550142', at: NOW })
  const memberId = newId<MemberId>()
  for (const one of earlier) {
    const sentOn = new Date(NOW.getTime() - one.secondsAgo * 1_000)
    await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_on, sent_by)
      values (${tenantId}, ${newId()}, ${chatId}, ${one.text}, ${sentOn}, ${memberId})`.execute(db)
  }
  const asked = { tenantId, chatId, memberId, text, now: NOW }
  // What one phone wrote in one chat counts for no other.
  const others = [{ memberId: newId<MemberId>() }, { chatId: newId<ChatId>() }, { tenantId: newId<TenantId>() }]
  for (const other of others) expect(await isTooMuch(db, { ...asked, ...other })).toBe(false)
  return isTooMuch(db, asked)
}

describe('the relay', () => {
  test.each([
    [599, true],
    [600, false],
  ])('pauses for a text that the phone has sent %i seconds ago: %s', async (secondsAgo, isPaused) => {
    expect(await isTooMuchAfter([{ text: 'I am away', secondsAgo }], 'I am away')).toBe(isPaused)
  })

  test.each([
    [10, 59, true],
    [9, 59, false],
    [10, 60, false],
  ])('pauses after %i texts that are %i seconds old: %s', async (count, secondsAgo, isPaused) => {
    const earlier = Array.from({ length: count }, (_, index) => ({ text: `Text ${index}`, secondsAgo }))
    expect(await isTooMuchAfter(earlier, 'Another')).toBe(isPaused)
  })

  test('does not take pictures without words for repetitions', async () => {
    expect(await isTooMuchAfter([{ text: '', secondsAgo: 5 }], '')).toBe(false)
  })
})
