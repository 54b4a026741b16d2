import { randomUUID } from 'node:crypto'
import type { Chat, Delivery, DeliveryStatus, MemberId, Message } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import twilio from 'twilio'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { Harness } from './harness.ts'
import { createMeddlingOutside } from './meddling-outside.ts'
import { createMovingClock } from './moving-clock.ts'
import { phoneOf } from './phone.ts'
import { createTwilioWebhooks } from './twilio-webhook.ts'
import { until } from './until.ts'

const MINUTE = 60_000

const clock = createMovingClock()
const way = createMeddlingOutside()
let harness: Harness
let clinic: Clinic
let contacts = 0
/** A new contact for each test, alone in a chat with Dana. */
let phone: string
let chat: Chat

beforeAll(async () => {
  const pace = { queued: 5, sending: 5, sent: 5 }
  harness = await startHarness({ clock, outside: way.through, sandbox: { pace } })
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

beforeEach(async () => {
  const marta = await newContact('Marta')
  phone = marta.number
  chat = await clinic.chat('Marta', [clinic.dana.id, marta.memberId])
})
afterEach(() => harness.sandbox.faults.clear())

function newContact(name: string) {
  contacts += 1
  return clinic.contact(name, `+1202557${String(contacts).padStart(4, '0')}`)
}

async function send(text: string): Promise<Message> {
  const form = new FormData()
  form.set('Message', text)
  return clinic.dana.get('messages.send', { params: { chatId: chat.id }, form })
}

async function deliveriesOf(message: Message, client: Client = clinic.dana): Promise<Delivery[]> {
  const messages = await client.get('messages.list', { params: { chatId: chat.id } })
  const found = messages.find(({ id }) => id === message.id)
  return found?.delivery.filter(({ status }) => status !== 'read') ?? []
}

/** The message's only delivery to a phone, once it has this status. */
function reached(status: DeliveryStatus, message: Message, client?: Client): Promise<Delivery> {
  return until(async () => (await deliveriesOf(message, client)).find((delivery) => delivery.status === status))
}

const postsTo = (number: string) => harness.sandbox.log.filter(({ to }) => to === number).length

/** The path of the message's delivery to its phone. */
async function pathOf(message: Message) {
  const [delivery] = await deliveriesOf(message)
  return { chatId: chat.id, messageId: message.id, memberId: delivery?.memberId ?? '' }
}

describe('a text of unknown outcome', () => {
  test('is found in Twilio’s list, and not posted again', async () => {
    // Another text with the same body, whose outcome is known.
    await reached('delivered', await send('Is 3:30 fine?'))
    harness.sandbox.faults.set({ phone, faults: { acceptAndReset: {}, missingCallbacks: {} } })
    const message = await send('Is 3:30 fine?')
    expect(await reached('unknown', message)).toMatchObject({ errorText: expect.stringContaining('not known') })
    clock.pass(15_000)
    expect(await reached('delivered', message)).toMatchObject({ errorText: null })
    expect(postsTo(phone)).toBe(2)
  })

  test('stays unknown if Twilio’s list has fewer texts with its body than were sent', async () => {
    harness.sandbox.faults.set({ phone, faults: { acceptAndReset: { times: 1 }, missingCallbacks: {} } })
    const accepted = await send('Hello')
    await reached('unknown', accepted)
    harness.sandbox.faults.set({ phone, faults: { errorBeforeAccepting: { times: 1 }, missingCallbacks: {} } })
    const refused = await send('Hello')
    await reached('unknown', refused)
    harness.sandbox.faults.set({ phone, faults: { acceptAndReset: { times: 1 }, missingCallbacks: {} } })
    const another = await send('Other words')
    await reached('unknown', another)
    clock.pass(15_000)
    // All of them are matched with the same list.
    await reached('delivered', another)
    expect(await deliveriesOf(accepted)).toMatchObject([{ status: 'unknown' }])
    expect(await deliveriesOf(refused)).toMatchObject([{ status: 'unknown' }])
  })

  test('is resent once when a user requests it, despite concurrent requests', async () => {
    harness.sandbox.faults.set({ phone, faults: { errorBeforeAccepting: { times: 1 } } })
    const message = await send('Once')
    await reached('unknown', message)
    const params = await pathOf(message)
    const clicks = await Promise.all([1, 2].map(() => clinic.dana.call('messages.sendAgain', { params })))
    expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(await reached('delivered', message)).toMatchObject({ errorText: null })
    const texts = (await phoneOf(harness.sandbox, phone).messages()).map(({ text }) => text)
    expect(texts).toEqual(['Once'])
    expect(postsTo(phone)).toBe(2)
  })

  test('can be marked as sent without being posted', async () => {
    harness.sandbox.faults.set({ phone, faults: { errorBeforeAccepting: { times: 1 } } })
    const message = await send('They told me')
    await reached('unknown', message)
    const params = await pathOf(message)
    const marked = await clinic.dana.get('messages.markSent', { params })
    expect(marked.delivery).toContainEqual(expect.objectContaining({ status: 'sent', errorText: null }))
    expect((await clinic.dana.call('messages.markSent', { params })).status).toBe(409)
    expect(postsTo(phone)).toBe(1)
  })

  test('can be resolved by members only', async () => {
    harness.sandbox.faults.set({ phone, faults: { errorBeforeAccepting: { times: 1 } } })
    const message = await send('Not yours')
    await reached('unknown', message)
    const params = await pathOf(message)
    for (const name of ['messages.sendAgain', 'messages.sendFailedAgain', 'messages.markSent'] as const) {
      const { status, error } = await clinic.omar.call(name, { params })
      expect([name, status, error?.error]).toEqual([name, 403, 'not-a-member'])
    }
  })
})

describe('a failed text', () => {
  const failedCount = async () =>
    (await clinic.dana.get('chats.search', { body: {} })).find(({ id }) => id === chat.id)?.failedCount
  const failOnce = (number: string) =>
    harness.sandbox.faults.set({ phone: number, faults: { carrierError: { times: 1, code: 30_003 } } })

  test('marks its chat until it is resent, despite later messages', async () => {
    failOnce(phone)
    const message = await send('Lost')
    await reached('undelivered', message)
    expect(await failedCount()).toBe(1)
    await reached('delivered', await send('Not lost'))
    expect(await failedCount()).toBe(1)
    await clinic.dana.get('messages.sendFailedAgain', { params: { chatId: chat.id, messageId: message.id } })
    expect(await failedCount()).toBe(0)
    await reached('delivered', message)
    expect(await failedCount()).toBe(0)
  })

  test('marks its chat until a user dismisses it, and again if it fails again', async () => {
    harness.sandbox.faults.set({ phone, faults: { carrierError: { times: 2, code: 30_003 } } })
    const message = await send('Lost twice')
    await reached('undelivered', message)
    const params = { chatId: chat.id, messageId: message.id }
    expect((await clinic.omar.call('messages.dismissFailure', { params })).error?.error).toBe('not-a-member')
    const dismissed = await clinic.dana.get('messages.dismissFailure', { params })
    expect(dismissed.delivery).toContainEqual(expect.objectContaining({ status: 'undelivered', dismissed: true }))
    expect(await failedCount()).toBe(0)
    // A repeated call succeeds too.
    expect((await clinic.dana.call('messages.dismissFailure', { params })).status).toBe(200)

    await clinic.dana.get('messages.sendFailedAgain', { params })
    await until(async () => (await failedCount()) === 1)
    expect(await reached('undelivered', message)).toMatchObject({ dismissed: false })
  })

  test('marks its chat while its outcome is unknown, until a user marks it as sent', async () => {
    harness.sandbox.faults.set({ phone, faults: { errorBeforeAccepting: { times: 1 } } })
    const message = await send('Perhaps')
    await reached('unknown', message)
    expect(await failedCount()).toBe(1)
    await clinic.dana.get('messages.markSent', { params: await pathOf(message) })
    expect(await failedCount()).toBe(0)
  })

  test('counts once for all its phones, and not if it is relayed', async () => {
    const [tom, una] = [await newContact('Tom'), await newContact('Una')]
    const group = await clinic.chat('Group', [clinic.dana.id, tom.memberId, una.memberId])
    chat = group
    for (const { number } of [tom, una]) failOnce(number)
    const message = await send('Nobody got this')
    await until(async () => (await deliveriesOf(message)).every(({ status }) => status === 'undelivered'))
    expect(await failedCount()).toBe(1)
    failOnce(una.number)
    await phoneOf(harness.sandbox, tom.number).send(clinic.numbers[0].number, 'For Una')
    const relayed = await until(async () =>
      (await clinic.dana.get('messages.list', { params: { chatId: chat.id } })).find(({ text }) => text === 'For Una'),
    )
    await reached('undelivered', relayed)
    expect(await failedCount()).toBe(1)
  })
})

test('resending failed texts reaches no phone twice', async () => {
  const [tom, una] = [await newContact('Tom'), await newContact('Una')]
  const [dana, marta] = [clinic.dana.id, chat.members.find(({ number }) => number === phone)?.id ?? clinic.dana.id]
  chat = await clinic.dana.get('chats.update', {
    params: { chatId: chat.id },
    body: { numberId: chat.numberId, name: 'All', memberIds: [dana, marta, tom.memberId, una.memberId] },
  })
  harness.sandbox.faults.set({ phone, faults: { carrierError: { times: 1, code: 30_003 } } })
  harness.sandbox.faults.set({ phone: una.number, faults: { errorBeforeAccepting: { times: 1 } } })
  const message = await send('To all')
  expect(await reached('undelivered', message)).toMatchObject({ errorCode: 30_003, memberId: marta })
  await reached('delivered', message)
  expect(await reached('unknown', message)).toMatchObject({ memberId: una.memberId })
  await clinic.dana.get('messages.sendFailedAgain', { params: { chatId: chat.id, messageId: message.id } })
  const statusOf = async (id: string) => (await deliveriesOf(message)).find(({ memberId }) => memberId === id)?.status
  await until(async () => (await statusOf(marta)) === 'delivered')
  // A text of unknown outcome is not resent with the failed ones.
  expect(await statusOf(una.memberId)).toBe('unknown')
  expect([postsTo(phone), postsTo(tom.number), postsTo(una.number)]).toEqual([2, 1, 1])
})

test('Send again skips contacts who have left the chat', async () => {
  const tom = await newContact('Tom')
  const marta = chat.members.find(({ number }) => number === phone)?.id ?? clinic.dana.id
  const setMembers = (memberIds: readonly MemberId[]) =>
    clinic.dana.get('chats.update', {
      params: { chatId: chat.id },
      body: { numberId: chat.numberId, name: 'Marta and Tom', memberIds: [clinic.dana.id, ...memberIds] },
    })
  await setMembers([marta, tom.memberId])
  for (const number of [phone, tom.number]) {
    harness.sandbox.faults.set({ phone: number, faults: { carrierError: { times: 1, code: 30_003 } } })
  }
  const message = await send('Nobody got this')
  await until(async () => (await deliveriesOf(message)).every(({ status }) => status === 'undelivered'))
  await setMembers([tom.memberId])

  const params = { chatId: chat.id, messageId: message.id }
  const toMarta = await clinic.dana.call('messages.sendAgain', { params: { ...params, memberId: marta } })
  expect([toMarta.status, toMarta.error?.message]).toEqual([409, expect.stringContaining('has left the chat')])
  await clinic.dana.get('messages.sendFailedAgain', { params })
  const statusOf = async (id: string) => (await deliveriesOf(message)).find(({ memberId }) => memberId === id)?.status
  await until(async () => (await statusOf(tom.memberId)) === 'delivered')
  expect(await statusOf(marta)).toBe('undelivered')
  expect([postsTo(phone), postsTo(tom.number)]).toEqual([1, 2])
})

test('after three unknown outcomes in a row, further texts stay queued until Twilio responds', async () => {
  way.cut()
  for (const text of ['One', 'Two', 'Three']) await reached('unknown', await send(text))
  const waiting = [await send('Four'), await send('Five')]
  await until(async () => way.lost('GET') > 0)
  for (const message of waiting) expect(await deliveriesOf(message)).toMatchObject([{ status: 'queued' }])
  expect(way.lost('POST')).toBe(3)
  way.repair()
  clock.pass(60_000)
  for (const message of waiting) await reached('delivered', message)
})

test('a report that arrives before Twilio’s response is applied after it', async () => {
  harness.sandbox.faults.set({ phone, faults: { missingCallbacks: {} } })
  const answer = way.holdNextAnswer()
  const message = await send('Faster than the answer')
  const { accountSid, authToken } = harness.sandbox.world.twilio
  const parameters = { AccountSid: accountSid, MessageSid: await answer.sid, MessageStatus: 'delivered' }
  const url = `${harness.url}/api/v1/webhooks/twilio/status/${randomUUID()}`
  const signature = twilio.getExpectedTwilioSignature(authToken, url, parameters)
  const body = new URLSearchParams(parameters)
  const { status } = await fetch(url, { method: 'POST', headers: { 'x-twilio-signature': signature }, body })
  expect([status, (await deliveriesOf(message))[0]?.status]).toEqual([200, 'sending'])
  answer.release()
  await reached('delivered', message)
})

/** Twilio accepts it and reports it as sent, but neither the response nor the outcome arrives. */
async function sendWithoutAnswer(text: string): Promise<Message> {
  harness.sandbox.faults.set({ phone, faults: { acceptAndHang: { times: 1 }, missingCallbacks: {} } })
  const message = await send(text)
  const { statusCallback, outcome } = await until(async () => harness.sandbox.log.find(({ to }) => to === phone))
  const MessageSid = outcome.kind === 'accepted' ? outcome.messageSid : ''
  await createTwilioWebhooks(harness).status(statusCallback ?? '', { MessageSid, MessageStatus: 'sent' })
  await reached('sent', message)
  clock.pass(15_000)
  return message
}

test('texts with missing callbacks are checked within two minutes', async () => {
  const unanswered = await sendWithoutAnswer('Sent, and no more')
  const message = await send('No word of it')
  await until(async () => (await phoneOf(harness.sandbox, phone).messages()).length === 2)
  expect(await deliveriesOf(message)).toMatchObject([{ status: 'sending' }])
  clock.pass(2 * MINUTE)
  await reached('delivered', message)
  await reached('delivered', unanswered)
})

test('a delivery receipt after `undelivered` is applied, and no later report is', async () => {
  harness.sandbox.faults.set({ phone, faults: { carrierError: { times: 1, code: 30_003 } } })
  const message = await send('Out of range')
  expect(await reached('undelivered', message)).toMatchObject({ errorCode: 30_003 })
  const report = reporterOf(phone)
  await report({ MessageStatus: 'delivered' })
  expect(await reached('delivered', message)).toMatchObject({ errorCode: null, errorText: null })
  await report({ MessageStatus: 'undelivered', ErrorCode: '30003' })
  expect(await deliveriesOf(message)).toMatchObject([{ status: 'delivered' }])
})

test('a text canceled at Twilio fails with the reason', async () => {
  harness.sandbox.faults.set({ phone, faults: { missingCallbacks: {} } })
  const message = await send('Never mind')
  await until(async () => (await phoneOf(harness.sandbox, phone).messages()).length === 1)
  await reporterOf(phone)({ MessageStatus: 'canceled' })
  const canceled = await reached('failed', message)
  expect(canceled).toMatchObject({ errorCode: null, errorText: expect.stringContaining('canceled at Twilio') })
})

/** Reports on the last text that was posted for this phone. */
function reporterOf(number: string) {
  const posted = harness.sandbox.log.findLast(({ to }) => to === number)
  const MessageSid = posted?.outcome.kind === 'accepted' ? posted.outcome.messageSid : ''
  return (parameters: Record<string, string>) =>
    createTwilioWebhooks(harness).status(posted?.statusCallback ?? '', { MessageSid, ...parameters })
}
