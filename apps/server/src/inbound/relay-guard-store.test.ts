import type { ChatId, MemberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertQueuedText } from '../../tests/queued-text.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { exceedsRelayLimit } from './relay-guard-store.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Whether another text exceeds the limit after these earlier texts of the phone. */
async function exceedsLimitAfter(earlier: { text: string; secondsAgo: number }[], text: string) {
  const db = database.queries
  const { tenantId, chatId } = await insertQueuedText(db, { number: '+12025550142', at: NOW })
  const memberId = newId<MemberId>()
  for (const one of earlier) {
    const sentOn = new Date(NOW.getTime() - one.secondsAgo * 1_000)
    await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
      values (${tenantId}, ${newId()}, ${chatId}, ${one.text}, ${sentOn}, ${memberId})`.execute(db)
  }
  const asked = { tenantId, chatId, memberId, text, now: NOW }
  // Texts count only for their own phone and chat.
  const others = [{ memberId: newId<MemberId>() }, { chatId: newId<ChatId>() }, { tenantId: newId<TenantId>() }]
  for (const other of others) expect(await exceedsRelayLimit(db, { ...asked, ...other })).toBe(false)
  return exceedsRelayLimit(db, asked)
}

describe('the relay', () => {
  test.each([
    [599, true],
    [600, false],
  ])('pauses for a text that the phone already sent %i seconds ago: %s', async (secondsAgo, isPaused) => {
    expect(await exceedsLimitAfter([{ text: 'I am away', secondsAgo }], 'I am away')).toBe(isPaused)
  })

  test.each([
    [10, 59, true],
    [9, 59, false],
    [10, 60, false],
  ])('pauses after %i texts that are %i seconds old: %s', async (count, secondsAgo, isPaused) => {
    const earlier = Array.from({ length: count }, (_, index) => ({ text: `Text ${index}`, secondsAgo }))
    expect(await exceedsLimitAfter(earlier, 'Another')).toBe(isPaused)
  })

  test('does not treat pictures without text as repetitions', async () => {
    expect(await exceedsLimitAfter([{ text: '', secondsAgo: 5 }], '')).toBe(false)
  })
})
