import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { Harness } from './harness.ts'
import { countRoundTrips } from './round-trips.ts'
import { endSharedApp } from './shared-harness.ts'
import { createStillClock } from './still-clock.ts'
import { createTexting, formOf } from './texting.ts'
import type { Texting } from './texting.ts'
import { createTwilioWebhooks } from './twilio-webhook.ts'

/** After this, a session and a tenant are read again. */
const STALE_MS = 600
/** Nothing is polled, and what was read a moment ago is fresh. */
const clock = createStillClock()
const counted = countRoundTrips()
let harness: Harness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  await endSharedApp()
  harness = await startHarness({ clock, sandbox: { pace: { queued: 5, sending: 5, sent: 5 } } })
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(async () => {
  await harness.close()
  counted.restore()
})

/** The round trips to the database for the work, until nothing follows. */
async function roundTripsOf(work: () => Promise<unknown>): Promise<string[]> {
  counted.take()
  await work()
  for (let before = -1; before !== counted.count() || counted.underWay() > 0; await wait(50)) before = counted.count()
  return counted.take()
}

const isReport = (roundTrip: string) => roundTrip.includes('apply_reports')
const isNotReport = (roundTrip: string) => !isReport(roundTrip)

test('a text takes four round trips from the call to Twilio’s response, and at most one for each report', async () => {
  const { chat, phones } = await texting.newChat(['Ann'])
  await roundTripsOf(async () => texting.settled(chat, await texting.send(chat, 'First')))
  const roundTrips = await roundTripsOf(async () => {
    await texting.send(chat, 'Second')
    await phones[0]?.received(2)
  })
  expect(roundTrips.filter(isNotReport)).toHaveLength(4)
  // Sent and delivered, which may share one on a busy machine.
  expect(roundTrips.filter(isReport).length).toBeLessThanOrEqual(2)
})

/** Whether a process that has nothing to do sends it as well, when time passes. */
const isPoll = (roundTrip: string) =>
  [
    '"provider_events" where',
    '"deliveries" where',
    '"inbound_media" where',
    'directory_polls',
    'recursive queues',
    'notices',
    'notification_sends',
    'pushed_chats',
    '"push_devices" where',
  ].some((part) => roundTrip.includes(part))
const isOfText = (roundTrip: string) => !isReport(roundTrip) && !isPoll(roundTrip)

test('a held text takes two round trips until the call is answered, and five from its time to Twilio’s response', async () => {
  const { chat, phones } = await texting.newChat(['Abe'])
  await roundTripsOf(async () => texting.settled(chat, await texting.send(chat, 'First')))
  const form = formOf('Second', { HoldSeconds: '5' })
  const held = await roundTripsOf(() => clinic.dana.get('messages.send', { params: { chatId: chat.id }, form }))
  expect(held).toHaveLength(2)
  const released = await roundTripsOf(async () => {
    clock.pass(5_001)
    await phones[0]?.received(2)
  })
  // The tenant is read twice, because it is no longer fresh.
  const isTenant = (roundTrip: string) => roundTrip.includes('from "tenants"')
  expect(released.filter(isOfText).filter((roundTrip) => !isTenant(roundTrip))).toHaveLength(5)
})

test('with nothing fresh, as on a clock that runs, it takes ten in all', async () => {
  const { chat, phones } = await texting.newChat(['Ada'])
  await roundTripsOf(async () => texting.settled(chat, await texting.send(chat, 'First')))
  await roundTripsOf(async () => clock.pass(STALE_MS))
  const form = formOf('Second', { HoldSeconds: '5' })
  const held = await roundTripsOf(() => clinic.dana.get('messages.send', { params: { chatId: chat.id }, form }))
  const released = await roundTripsOf(async () => {
    clock.pass(5_001)
    await phones[0]?.received(2)
  })
  expect([...held, ...released].filter(isOfText).length).toBeLessThanOrEqual(10)
})

test('32 texts from one line at once share round trips, and so do their reports', async () => {
  const chats = await Promise.all(Array.from({ length: 32 }, async (_, index) => texting.newChat([`Many ${index}`])))
  const sendToAll = async (text: string, count: number) => {
    await Promise.all(chats.map(({ chat }) => texting.send(chat, text)))
    await Promise.all(chats.map(async ({ phones }) => phones[0]?.received(count)))
  }
  // The first text of a chat assigns it.
  await roundTripsOf(() => sendToAll('First', 1))
  const roundTrips = await roundTripsOf(() => sendToAll('Second', 2))
  // One after the other, they take four each. How many share one depends on the machine; on an idle one, it is about one each.
  expect(roundTrips.filter(isNotReport).length).toBeLessThan(2 * chats.length)
  expect(roundTrips.filter(isReport).length).toBeLessThan(2 * chats.length)
})

test('32 held texts in as many chats share round trips, and are released together', async () => {
  const chats = await Promise.all(Array.from({ length: 32 }, async (_, index) => texting.newChat([`Held ${index}`])))
  await Promise.all(chats.map(async ({ chat }) => texting.settled(chat, await texting.send(chat, 'First'))))
  const held = await roundTripsOf(() =>
    Promise.all(
      chats.map(({ chat: { id: chatId } }) =>
        clinic.dana.get('messages.send', { params: { chatId }, form: formOf('Second', { HoldSeconds: '5' }) }),
      ),
    ),
  )
  const released = await roundTripsOf(async () => {
    clock.pass(5_001)
    await Promise.all(chats.map(async ({ phones }) => phones[0]?.received(2)))
  })
  expect(released.filter((roundTrip) => roundTrip.includes('pending_messages')).length).toBeLessThanOrEqual(4)
  // One after the other, they take seven each. On an idle machine, it is less than one each.
  expect([...held, ...released].filter(isOfText).length).toBeLessThan(2 * chats.length)
})

test('a text from a known phone takes three round trips, and is in its chat when its webhook is answered', async () => {
  const { chat, phones } = await texting.newChat(['Bea'])
  const webhook = createTwilioWebhooks(harness)
  const receive = (Body: string) => webhook.message({ From: phones[0]?.number ?? '', To: texting.frontDesk, Body })
  await roundTripsOf(() => receive('First'))
  expect(await roundTripsOf(() => receive('Second'))).toHaveLength(3)
  expect((await texting.messagesOf(chat)).map(({ text }) => text)).toEqual(['First', 'Second'])
})

test('viewing a chat with nothing new takes two round trips, one of them for the session', async () => {
  const { chat } = await texting.newChat(['Cleo'])
  const view = () => clinic.dana.get('chats.viewChat', { params: { chatId: chat.id } })
  await roundTripsOf(async () => texting.settled(chat, await texting.send(chat, 'First')))
  await roundTripsOf(view)
  clock.pass(STALE_MS)
  const roundTrips = await roundTripsOf(view)
  expect(roundTrips).toHaveLength(2)
  expect(roundTrips.join()).not.toContain('begin')
})

test('assigning a chat, and marking it as done, take at most five round trips each, one of them for the session', async () => {
  const { chat } = await texting.newChat(['Dina'])
  const params = { chatId: chat.id }
  await roundTripsOf(async () => texting.settled(chat, await texting.send(chat, 'First')))
  clock.pass(STALE_MS)
  const body = { userId: clinic.omar.id }
  const assign = () => clinic.dana.get('chats.assign', { params, body })
  expect((await roundTripsOf(assign)).length).toBeLessThanOrEqual(5)
  clock.pass(STALE_MS)
  const done = () => clinic.dana.get('chats.setState', { params, body: { state: 'done' } })
  expect((await roundTripsOf(done)).length).toBeLessThanOrEqual(5)
})
