// Fails each write of routing a text once: the text and the line's reply are stored together, each once.
import { WEEKDAYS } from '@partyline/contract'
import type { Message, Week } from '@partyline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBreakingDatabase } from './breaking-database.ts'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { Harness } from './harness.ts'
import { phoneOf } from './phone.ts'
import { endSharedApp } from './shared-harness.ts'
import { createStillClock } from './still-clock.ts'
import { createTwilioWebhooks, newMessageSid } from './twilio-webhook.ts'
import { until } from './until.ts'

/** Far more than routing a text makes. */
const MAX_WRITES = 40
/** After this time, a text that could not be routed is tried again. */
const RETRIED_AFTER_MS = 6_000
const LOOKS_BEFORE_RETRY = 10

const database = createBreakingDatabase()
const clock = createStillClock()
let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  await endSharedApp()
  harness = await startHarness({ clock, sandbox: { pace: { queued: 5, sending: 5, sent: 5 } } })
  clinic = await openClinic(harness)
  const week = Object.fromEntries(WEEKDAYS.map((day) => [day, []])) as unknown as Week
  await clinic.dana.get('settings.updateHours', {
    params: { numberId: clinic.numbers[0].id },
    body: { hours: { timeZone: 'UTC', week, holidays: [] }, awayReply: 'Closed.', greeting: 'Welcome.' },
  })
})
afterAll(async () => {
  database.restore()
  await harness.close()
})

async function messagesOf(number: string): Promise<Message[]> {
  const { dana } = clinic
  const chats = await dana.get('chats.search', { body: { limit: 200 } })
  const chat = chats.find(({ members }) => members.some((member) => member.number === number))
  return chat ? (await dana.get('chats.get', { params: { chatId: chat.id } })).messages : []
}

test('a text and its reply are stored together, whichever write fails first', async () => {
  let broken = 0
  for (let write = 1; write <= MAX_WRITES; write += 1) {
    const number = `+1202557${String(write).padStart(4, '0')}`
    database.breakWrite(write)
    const text = { From: number, To: clinic.numbers[0].number, Body: `Text ${write}`, MessageSid: newMessageSid() }
    const webhooks = createTwilioWebhooks(harness)
    // Where it was not stored, Twilio tries the fallback address.
    if ((await webhooks.message(text)).status !== 200) await webhooks.message(text)
    const phone = phoneOf(harness.sandbox, number)
    let looks = 0
    await until(async () => {
      looks += 1
      if (looks % LOOKS_BEFORE_RETRY === 0) clock.pass(RETRIED_AFTER_MS)
      return (await phone.messages()).length > 0
    })
    const isOver = !database.repair()
    const stored = (await messagesOf(number)).map(({ automatic }) => automatic)
    expect([write, stored, (await phone.messages()).length]).toEqual([write, [null, 'away'], 1])
    if (isOver) break
    broken = write
  }
  expect(broken).toBeGreaterThan(5)
  expect(broken).toBeLessThan(MAX_WRITES)
})
