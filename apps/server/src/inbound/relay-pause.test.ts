import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'
import { createMovingClock } from '../../tests/moving-clock.ts'
import { phoneOf } from '../../tests/phone.ts'
import { until } from '../../tests/until.ts'

const TEN_MINUTES_MS = 10 * 60_000
const clock = createMovingClock()
let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ clock })
})
afterAll(() => harness.close())

test('the chat records a pause of the relay once in ten minutes', async () => {
  const clinic = await openClinic(harness)
  const [hal, ivy] = [await clinic.contact('Hal', '+12025588101'), await clinic.contact('Ivy', '+12025588102')]
  const { id: chatId } = await clinic.chat('Loop', [hal.memberId, ivy.memberId])
  const phone = phoneOf(harness.sandbox, hal.number)
  const params = { chatId }

  /** Hal’s phone repeats a text this often. Returns the chat’s changes since it was created. */
  async function repeat(times: number, reader: Client) {
    const before = (await reader.get('chats.get', { params })).messageCount
    for (let time = 0; time < times; time++) await phone.send(clinic.numbers[0].number, 'I am away')
    await until(async () => (await reader.get('chats.get', { params })).messageCount === before + times)
    const changes = await reader.get('chats.changes', { params })
    return changes.slice(1).map((change) => [change.kind, change.by, 'memberId' in change && change.memberId])
  }

  const paused = ['relayPaused', null, hal.memberId]
  expect(await repeat(1, clinic.dana)).toEqual([])
  expect(await repeat(2, clinic.dana)).toEqual([paused])
  clock.pass(TEN_MINUTES_MS)
  // The access token has expired.
  const danaLater = await harness.signIn('dana@lakeside.example')
  expect(await repeat(2, danaLater)).toEqual([paused, paused])
})
