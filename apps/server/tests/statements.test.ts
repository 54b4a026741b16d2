import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { countStatements } from './counted-statements.ts'
import { startHarness } from './harness.ts'
import type { Harness } from './harness.ts'
import { createStillClock } from './still-clock.ts'
import { createTexting, formOf } from './texting.ts'
import type { Texting } from './texting.ts'
import { createTwilioWebhooks } from './twilio-webhook.ts'

/** Nothing is polled, and what was read a moment ago is fresh. */
const clock = createStillClock()
const counted = countStatements()
let harness: Harness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  harness = await startHarness({ clock, sandbox: { pace: { queued: 5, sending: 5, sent: 5 } } })
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(async () => {
  await harness.close()
  counted.restore()
})

/** The statements of the work, until nothing follows. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  counted.take()
  await work()
  for (let before = -1; before !== counted.count() || counted.underWay() > 0; await wait(50)) before = counted.count()
  return counted.take()
}

const isReport = (statement: string) => statement.includes('apply_reports')
const isNotReport = (statement: string) => !isReport(statement)

test('a text takes six statements from the call to Twilio’s response, and at most one for each report', async () => {
  const { chat, phones } = await texting.newChat(['Ann'])
  await statementsOf(async () => texting.settled(chat, await texting.send(chat, 'First')))
  const statements = await statementsOf(async () => {
    await texting.send(chat, 'Second')
    await phones[0]?.received(2)
  })
  expect(statements.filter(isNotReport)).toHaveLength(6)
  // Sent and delivered, which may share a statement on a busy machine.
  expect(statements.filter(isReport).length).toBeLessThanOrEqual(2)
})

test('a held text takes six statements until the call is answered, and twelve from its time to Twilio’s response', async () => {
  const { chat, phones } = await texting.newChat(['Abe'])
  await statementsOf(async () => texting.settled(chat, await texting.send(chat, 'First')))
  const form = formOf('Second', { HoldSeconds: '5' })
  const held = await statementsOf(() => clinic.dana.get('messages.send', { params: { chatId: chat.id }, form }))
  expect(held.length).toBeLessThanOrEqual(6)
  const released = await statementsOf(async () => {
    clock.pass(5_001)
    await phones[0]?.received(2)
  })
  // Any five seconds bring five more: three polls, and two reads of the tenant, which is no longer fresh.
  expect(released.filter(isNotReport).length).toBeLessThanOrEqual(12 + 5)
})

test('32 texts from one line at once take about one statement each, and their reports share some', async () => {
  const chats = await Promise.all(Array.from({ length: 32 }, async (_, index) => texting.newChat([`Many ${index}`])))
  const sendToAll = async (text: string, count: number) => {
    await Promise.all(chats.map(({ chat }) => texting.send(chat, text)))
    await Promise.all(chats.map(async ({ phones }) => phones[0]?.received(count)))
  }
  // The first text of a chat assigns it.
  await statementsOf(() => sendToAll('First', 1))
  const statements = await statementsOf(() => sendToAll('Second', 2))
  expect(statements.filter(isNotReport).length).toBeLessThanOrEqual(1.25 * chats.length)
  expect(statements.filter(isReport).length).toBeLessThan(2 * chats.length)
})

test('a text from a known phone takes five statements, and is in its chat when its webhook is answered', async () => {
  const { chat, phones } = await texting.newChat(['Bea'])
  const webhook = createTwilioWebhooks(harness)
  const receive = (Body: string) => webhook.message({ From: phones[0]?.number ?? '', To: texting.frontDesk, Body })
  await statementsOf(() => receive('First'))
  expect(await statementsOf(() => receive('Second'))).toHaveLength(5)
  expect((await texting.messagesOf(chat)).map(({ text }) => text)).toEqual(['First', 'Second'])
})
