import type { Chat, MessageId, NumberId, TwilioNumber } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Outside } from '../src/index.ts'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { Harness } from './harness.ts'
import { createStillClock } from './still-clock.ts'
import { createTexting, formOf } from './texting.ts'
import type { Texting } from './texting.ts'
import { until } from './until.ts'

// A tenant or line with many texts must not delay others.

const MANY = 20

const clock = createStillClock()
const twilio = createUnevenTwilio()
let harness: Harness
let clinic: Clinic
let texting: Texting
let neighbour: Client
let neighboursNumber: TwilioNumber
beforeAll(async () => {
  harness = await startHarness({
    clock,
    outside: twilio.through,
    sandbox: { pace: { queued: 5, sending: 5, sent: 5 } },
  })
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
  neighbour = clinic.stranger
  const { accountSid, authToken } = harness.sandbox.world.twilio
  const { twilioNumbers } = await neighbour.get('settings.updateTwilioAccount', { body: { accountSid, authToken } })
  const numberId = twilioNumbers[2]?.id ?? ''
  await neighbour.get('settings.updateTwilioNumber', { params: { numberId }, body: { useNumber: true } })
  const [number] = await neighbour.get('numbers.twilio')
  if (!number) throw new Error('The neighbour has a number.')
  neighboursNumber = number
})
afterAll(() => harness.close())
afterEach(() => twilio.repair())

/** A Twilio that is slow or busy for some lines. */
function createUnevenTwilio() {
  let held = Promise.withResolvers<void>()
  let slow: string | null = null
  let busy: string | null = null
  const asked: string[] = []
  return {
    through: (outside: Outside): Outside => ({
      ...outside,
      async fetch(input, init) {
        const request = new Request(input, init)
        if (request.method !== 'POST' || !request.url.endsWith('/Messages.json')) return outside.fetch(input, init)
        const from = new URLSearchParams(await request.text()).get('From') ?? ''
        asked.push(from)
        if (from === slow) await held.promise
        if (from === busy) return Response.json({ code: 20429, message: 'Too Many Requests' }, { status: 429 })
        return outside.fetch(input, init)
      },
    }),
    answerLate: (from: string) => (slow = from),
    takeNothing: (from: string) => (busy = from),
    repair() {
      slow = null
      busy = null
      held.resolve()
      held = Promise.withResolvers()
    },
    asked: (number: string) => asked.filter((from) => from === number).length,
  }
}

/** A message to many phones from one of the clinic’s lines. */
async function sendToMany(numberId: NumberId): Promise<{ chat: Chat; messageId: MessageId }> {
  const names = Array.from({ length: MANY }, (_, index) => `Member ${index}`)
  const { chat } = await texting.newChat(names, { numberId, name: 'Many' })
  return { chat, messageId: (await texting.send(chat, 'To all of you')).id }
}

const allDelivered = ({ chat, messageId }: { chat: Chat; messageId: MessageId }) =>
  texting.deliveries(chat, { id: messageId }, (all) => all.every(({ status }) => status === 'delivered'))

let phones = 0

/** Sends a text of the neighbor to a new phone, and waits for its delivery. */
async function neighbourTexts(): Promise<void> {
  phones += 1
  const [contact] = await neighbour.get('numbers.addMobile', {
    body: { name: 'Paul', number: `+1202559${String(phones).padStart(4, '0')}` },
  })
  const body = { numberId: neighboursNumber.id, name: 'Paul', memberIds: [contact?.id] }
  const { id: chatId } = await neighbour.get('chats.create', { body })
  await neighbour.get('chats.join', { params: { chatId } })
  const { id } = await neighbour.get('messages.send', { params: { chatId }, form: formOf('Just one') })
  await until(async () => {
    const messages = await neighbour.get('messages.list', { params: { chatId } })
    const sent = messages.find((message) => message.id === id)
    return sent?.delivery.some(({ status }) => status === 'delivered')
  })
}

test('a tenant whose Twilio is slow does not delay other tenants', async () => {
  const [{ id, number }] = clinic.numbers
  twilio.answerLate(number)
  const before = twilio.asked(number)
  const many = await sendToMany(id)
  await until(async () => twilio.asked(number) - before === 3)
  await neighbourTexts()
  // None of these has been answered, so that no others of the account are tried.
  expect(twilio.asked(number) - before).toBe(3)
  twilio.repair()
  await allDelivered(many)
})

test('a slow line has at most four texts in progress, without delaying the tenant’s other lines', async () => {
  const [{ number, id }, other] = clinic.numbers
  // After this many responses the account’s limit is eight.
  await allDelivered(await sendToMany(other.id))
  twilio.answerLate(number)
  const before = twilio.asked(number)
  const many = await sendToMany(id)
  await until(async () => twilio.asked(number) - before === 4)
  await allDelivered(await sendToMany(other.id))
  expect(twilio.asked(number) - before).toBe(4)
  twilio.repair()
  await allDelivered(many)
})

test('a busy line is paused, without delaying others', async () => {
  const [{ number, id }, other] = clinic.numbers
  twilio.takeNothing(number)
  const before = twilio.asked(number)
  const many = await sendToMany(id)
  await until(async () => twilio.asked(number) > before)
  await allDelivered(await sendToMany(other.id))
  await neighbourTexts()
  // As many as were in progress at the first busy response.
  expect(twilio.asked(number) - before).toBeLessThanOrEqual(4)
  twilio.repair()
  clock.pass(60_000)
  await allDelivered(many)
})
