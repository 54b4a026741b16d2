import type { ChatId, MemberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertQueuedText } from '../../tests/queued-text.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { looksLikeLoop } from './loop-guard-store.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Whether another text looks like a loop after these earlier texts of the phone. */
async function looksLikeLoopAfter(earlier: { text: string; secondsAgo: number }[], text: string) {
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
  for (const other of others) expect(await looksLikeLoop(db, { ...asked, ...other })).toBe(false)
  return looksLikeLoop(db, asked)
}

describe('the relay', () => {
  test.each([
    [599, true],
    [600, false],
  ])('pauses for a text that the phone already sent %i seconds ago: %s', async (secondsAgo, isPaused) => {
    expect(await looksLikeLoopAfter([{ text: 'I am away', secondsAgo }], 'I am away')).toBe(isPaused)
  })

  test.each([
    [10, 59, true],
    [9, 59, false],
    [10, 60, false],
  ])('pauses after %i texts that are %i seconds old: %s', async (count, secondsAgo, isPaused) => {
    const earlier = Array.from({ length: count }, (_, index) => ({ text: `Text ${index}`, secondsAgo }))
    expect(await looksLikeLoopAfter(earlier, 'Another')).toBe(isPaused)
  })

  test('does not treat pictures without text as repetitions', async () => {
    expect(await looksLikeLoopAfter([{ text: '', secondsAgo: 5 }], '')).toBe(false)
  })
})
