import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../src/platform/index.ts'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { Harness } from './harness.ts'
import { createTexting } from './texting.ts'
import type { Texting } from './texting.ts'

/** The polling intervals of the delivery worker and the media queue. */
const POLLS_MS = [5_000, 10_000]
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let harness: Harness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  // Disables polling.
  const clock: typeof systemClock = {
    ...systemClock,
    after: (ms, callback) => (POLLS_MS.includes(ms) ? () => {} : systemClock.after(ms, callback)),
  }
  harness = await startHarness({ clock, sandbox: { pace: { queued: 5, sending: 5, sent: 5 } } })
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())

test('a message is sent without waiting for a poll', async () => {
  const { chat, phones } = await texting.newChat(['Ann'])
  await texting.send(chat, 'Hello')
  expect(await phones[0]?.received(1)).toHaveLength(1)
})

test('a chat’s first message is sent without waiting for a poll', async () => {
  const { phones } = await texting.newChat(['Ann'], { message: 'Hello' })
  expect(await phones[0]?.received(1)).toHaveLength(1)
})

test('a resent text is sent without waiting for a poll', async () => {
  const { chat, phones } = await texting.newChat(['Ann'])
  const phone = phones[0]?.number ?? ''
  harness.sandbox.faults.set({ phone, faults: { carrierError: { times: 1, code: 30_003 } } })
  const message = await texting.send(chat, 'Hello')
  await texting.settled(chat, message)
  await clinic.dana.get('messages.sendFailedAgain', { params: { chatId: chat.id, messageId: message.id } })
  expect(await phones[0]?.received(1)).toHaveLength(1)
})

test('a text is relayed without waiting for a poll', async () => {
  const { phones } = await texting.newChat(['Ann', 'Ben'])
  await phones[0]?.send(texting.frontDesk, 'Hello')
  expect(await phones[1]?.received(1)).toHaveLength(1)
})

test('a picture is fetched and relayed without waiting for a poll', async () => {
  const { phones } = await texting.newChat(['Ann', 'Ben'])
  await phones[0]?.send(texting.frontDesk, 'Look', [{ contentType: 'image/png', base64: PIXEL }])
  expect((await phones[1]?.received(1))?.[0]?.media).toHaveLength(1)
})
