import { WEEKDAYS } from '@partyline/contract'
import type { CallBody, LineHours, MemberId, Message, Week } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Outside } from '../src/index.ts'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { Harness } from './harness.ts'
import { listen } from './hub.ts'
import { phoneOf } from './phone.ts'
import { createStillClock } from './still-clock.ts'
import { formOf } from './texting.ts'
import { createTwilioWebhooks } from './twilio-webhook.ts'
import { until } from './until.ts'

const AWAY = 'We are closed. We will answer tomorrow.'
const GREETING = 'Thank you for texting the clinic.'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const closedWeek = Object.fromEntries(WEEKDAYS.map((day) => [day, []])) as unknown as Week
const CLOSED: LineHours = { timeZone: 'America/New_York', week: closedWeek, holidays: [] }
const OPEN: LineHours = { ...CLOSED, week: null }

/** The line of another organization with the same account. */
const THEIRS = '+12025550102'

const clock = createStillClock()
/** Numbers that the account does not have. */
let isHidden = (number: string): boolean => number === THEIRS

/** Hides numbers in the lists that the app reads at Twilio. */
const withoutHidden = (outside: Outside): Outside => ({
  ...outside,
  async fetch(input, init) {
    const response = await outside.fetch(input, init)
    if (!new URL(new Request(input, init).url).pathname.endsWith('/IncomingPhoneNumbers.json')) return response
    const list = (await response.json()) as { incoming_phone_numbers: { phone_number: string }[] }
    const numbers = list.incoming_phone_numbers.filter(({ phone_number: number }) => !isHidden(number))
    return Response.json({ ...list, incoming_phone_numbers: numbers })
  },
})
let harness: Harness
let clinic: Clinic
let dana: Client
let texts = 0
beforeAll(async () => {
  harness = await startHarness({ clock, outside: withoutHidden, sandbox: { pace: { queued: 5, sending: 5, sent: 5 } } })
  clinic = await openClinic(harness)
  dana = clinic.dana
  await setLine({ hours: CLOSED, awayReply: AWAY })
})
afterAll(() => harness.close())
afterEach(async () => {
  harness.sandbox.faults.clear()
  await setLine({ hours: CLOSED, awayReply: AWAY, greeting: null })
})

const setLine = (body: CallBody<'settings.updateHours'>, line = clinic.numbers[0]) =>
  dana.get('settings.updateHours', { params: { numberId: line.id }, body })

/** Access tokens are valid for ten minutes. */
async function pass(ms: number) {
  clock.pass(ms)
  dana = await harness.signIn('dana@lakeside.example')
}

const stranger = () => harness.signIn(harness.sandbox.world.directories[1]?.people[0]?.login ?? '')

async function addContact(name: string, number: string): Promise<MemberId> {
  const [added] = await dana.get('numbers.addMobile', { body: { name, number } })
  return added?.id as string as MemberId
}

const openChat = (name: string, contacts: readonly MemberId[]) =>
  dana.get('chats.create', {
    body: { numberId: clinic.numbers[0].id, name, memberIds: [clinic.dana.id, clinic.omar.id, ...contacts] },
  })

let phones = 0
const newNumber = () => `+1202556${String((phones += 1)).padStart(4, '0')}`

const receive = (From: string, Body: string, more: Record<string, string> = {}) =>
  createTwilioWebhooks(harness).message({ From, To: clinic.numbers[0].number, Body, ...more })

/** The messages of the contact's chat, once there are so many from a phone. */
async function transcript(number: string, inbound = 1): Promise<Message[]> {
  return until(async () => {
    const chat = await chatOf(number)
    const { messages = [] } = chat ? await dana.get('chats.get', { params: { chatId: chat.id } }) : {}
    return messages.filter(({ automatic }) => !automatic).length >= inbound && messages
  })
}

async function chatOf(number: string) {
  const chats = await dana.get('chats.search', { body: { enabled: true, limit: 200 } })
  return chats.find(({ members }) => members.some((member) => member.number === number))
}

const kinds = (messages: readonly Message[]) => messages.map(({ automatic }) => automatic)

/** A text of the phone, and whether the line replied to it by itself. */
async function text(number: string, body = `Text ${(texts += 1)}`, more?: Record<string, string>) {
  const before = (await chatOf(number))?.messageCount ?? 0
  await receive(number, body, more)
  const messages = await until(async () => {
    const all = await transcript(number)
    return all.length > before && all
  })
  return kinds(messages.slice(before))
}

describe('a text outside of hours', () => {
  test('gets the away reply, and is unread, unanswered, and the chat’s last message as before', async () => {
    const ann = newNumber()
    const memberId = await addContact('Ann', ann)
    const { id: chatId } = await openChat('Ann', [memberId])
    await dana.get('messages.send', { params: { chatId }, form: formOf('Your results are here.') })
    await clinic.omar.get('chats.viewChat', { params: { chatId } })
    await dana.get('chats.assign', { params: { chatId }, body: { userId: null } })
    const listener = await listen(harness.url, clinic.omar)
    await receive(ann, 'Are you there?')
    await phoneOf(harness.sandbox, ann).received(2)
    const [, question, reply] = await transcript(ann, 2)
    expect(reply).toMatchObject({ text: AWAY, automatic: 'away', sentBy: clinic.numbers[0].id })
    const [received] = (await phoneOf(harness.sandbox, ann).received(2)).slice(-1)
    expect(received).toMatchObject({ from: clinic.numbers[0].number, text: AWAY })

    const item = async (client: Client) =>
      (await client.get('chats.search', { body: {} })).find(({ id }) => id === chatId)
    expect(await item(clinic.omar)).toMatchObject({
      unreadCount: 1,
      hasUnread: true,
      lastMessage: { id: question?.id },
      assignedTo: null,
      state: 'open',
      failedCount: 0,
    })
    const unread = await clinic.omar.get('messages.unread')
    expect(unread.find((of) => of.chatId === chatId)?.messages.map(({ id }) => id)).toEqual([question?.id])
    // Marking the reply as read leaves no trace.
    const mark = { messageIds: [reply?.id ?? ''], asRead: true }
    await clinic.omar.get('chats.viewMessages', { params: { chatId }, body: mark })
    expect(await item(clinic.omar)).toMatchObject({ unreadCount: 1 })
    for (const reader of [clinic.omar, clinic.dana]) await reader.get('chats.viewChat', { params: { chatId } })
    expect(await item(clinic.omar)).toMatchObject({ unreadCount: 0, hasUnread: false })
    const [, , after] = await transcript(ann, 2)
    expect(after?.delivery.map((record) => record.memberId)).toEqual([memberId])

    const added = listener.events().flatMap(({ data }) => (data && 'message' in data ? [data] : []))
    expect(added.map(({ message, unreadCounts }) => [message.automatic, Object.keys(unreadCounts).length])).toEqual([
      [null, 1],
      ['away', 0],
    ])
    await listener.connection.stop()
    // The next message sorts after it.
    await dana.get('messages.send', { params: { chatId }, form: formOf('Now we are.') })
    expect((await transcript(ann, 3)).map(({ text: words }) => words).at(-1)).toBe('Now we are.')
  })

  test('is read with the text after its away reply when a user views the chat', async () => {
    const amy = newNumber()
    const memberId = await addContact('Amy', amy)
    const { id: chatId } = await openChat('Amy', [memberId])
    await receive(amy, 'Hello?')
    await phoneOf(harness.sandbox, amy).received(1)
    await receive(amy, 'Anybody?')
    expect(kinds(await transcript(amy, 2))).toEqual([null, 'away', null])
    await clinic.omar.get('chats.viewChat', { params: { chatId } })
    const [first, reply, second] = await transcript(amy, 2)
    const isRead = (message?: Message) => message?.delivery.some((record) => record.memberId === clinic.omar.id)
    expect([first, reply, second].map(isRead)).toEqual([true, false, true])
    expect(await clinic.omar.get('messages.unread')).not.toContainEqual(expect.objectContaining({ chatId }))
  })

  test('gets it once in twelve hours', async () => {
    const ben = newNumber()
    expect(await text(ben)).toEqual([null, 'away'])
    expect(await text(ben)).toEqual([null])
    await pass(12 * HOUR_MS - 1)
    expect(await text(ben)).toEqual([null])
    await pass(1)
    expect(await text(ben)).toEqual([null, 'away'])
  })

  test('of many at the same time, one gets it', async () => {
    const number = newNumber()
    await Promise.all(Array.from({ length: 12 }, async (_, index) => receive(number, `At once ${index}`)))
    const messages = await transcript(number, 12)
    expect(messages.filter(({ automatic }) => automatic)).toHaveLength(1)
    expect(await phoneOf(harness.sandbox, number).received(1)).toHaveLength(1)
  })

  test('opens a done chat, as without a reply, and the reply does not count as the team’s', async () => {
    const number = newNumber()
    await text(number)
    const chat = await chatOf(number)
    const params = { chatId: chat?.id ?? '' }
    expect(chat).toMatchObject({ unclaimedCount: 1, assignedTo: null })
    await dana.get('chats.setState', { params, body: { state: 'done' } })
    await pass(12 * HOUR_MS)
    expect(await text(number)).toEqual([null, 'away'])
    expect(await chatOf(number)).toMatchObject({ state: 'open', unclaimedCount: 2, assignedTo: null })
  })

  test('that repeats a webhook gets nothing more', async () => {
    const number = newNumber()
    const MessageSid = `SM${'a'.repeat(32)}`
    await text(number, 'Once', { MessageSid })
    await receive(number, 'Once', { MessageSid })
    expect(kinds(await transcript(number))).toEqual([null, 'away'])
  })
})

describe('no reply by itself goes to', () => {
  test('someone who texts within hours', async () => {
    await setLine({ hours: OPEN })
    expect(await text(newNumber())).toEqual([null])
  })

  test('a line without one', async () => {
    await setLine({ awayReply: null })
    expect(await text(newNumber())).toEqual([null])
  })

  test('a short code, a named sender, or a line of ours', async () => {
    expect(await text('72727')).toEqual([null])
    expect(await text('LAKESIDE')).toEqual([null])
    const [, billing] = clinic.numbers
    expect(await text(billing.number)).toEqual([null])
    const tenant = await dana.get('settings.tenant')
    const unused = tenant.twilioNumbers.find(({ disabled }) => disabled)
    expect(await text(unused?.number ?? '')).toEqual([null])
  })

  test('a phone that opts out, has opted out, comes back, or asks for help', async () => {
    const number = newNumber()
    expect(await text(number, 'STOP')).toEqual([null])
    expect(await text(number, 'Hello?')).toEqual([null])
    expect(await text(number, 'START')).toEqual([null])
    expect(await text(number, 'HELP', { OptOutType: 'HELP' })).toEqual([null])
    expect(await text(number, 'Yes')).toEqual([null, 'away'])
  })

  test('a machine that sends our own text back, repeats itself, or texts more than ten times a minute', async () => {
    expect(await text(newNumber(), ` ${AWAY}\n`)).toEqual([null])
    await setLine({ greeting: GREETING })
    expect(await text(newNumber(), `${GREETING}\n\n${AWAY}`)).toEqual([null])
    await setLine({ hours: OPEN, greeting: null })
    const [parrot, chatterbox] = [newNumber(), newNumber()]
    expect(await text(parrot, 'Out of office')).toEqual([null])
    for (let count = 0; count < 10; count += 1) expect(await text(chatterbox)).toEqual([null])
    await setLine({ hours: CLOSED })
    expect(await text(parrot, 'Out of office')).toEqual([null])
    expect(await text(chatterbox)).toEqual([null])
    // The texts of one moment are a millisecond apart.
    await pass(MINUTE_MS + 100)
    expect(await text(parrot, 'Out of office')).toEqual([null])
    expect(await text(chatterbox)).toEqual([null, 'away'])
  })

  test('a country that is not allowed', async () => {
    const { name } = await dana.get('settings.tenant')
    await dana.get('settings.updateTenant', { body: { name, allowedCountries: ['US'] } })
    expect(await text('+447700900123')).toEqual([null])
    await dana.get('settings.updateTenant', { body: { name, allowedCountries: null } })
    expect(await text('+447700900123')).toEqual([null, 'away'])
  })
})

test('in a group, only the one who texted gets it, and it is not forwarded', async () => {
  const [rosa, sam] = [newNumber(), newNumber()]
  const ids = [await addContact('Rosa', rosa), await addContact('Sam', sam)]
  await openChat('Group', ids)
  expect(await text(rosa, 'On my way')).toEqual([null, 'away'])
  expect(await phoneOf(harness.sandbox, rosa).received(1)).toMatchObject([{ text: AWAY }])
  expect(await phoneOf(harness.sandbox, sam).received(1)).toMatchObject([{ text: 'Rosa: On my way' }])
  const [, reply] = await transcript(rosa)
  expect(reply?.delivery).toMatchObject([
    { memberId: ids[0] },
    { memberId: ids[1], status: 'skipped', errorText: 'Automatic replies go only to the person who texted.' },
  ])
  // Sam has not had a reply.
  expect(await text(sam, 'Wait for me')).toEqual([null, 'away'])
})

describe('the greeting', () => {
  test('goes to the first text of a phone, in or outside of hours', async () => {
    await setLine({ hours: OPEN, greeting: GREETING })
    const number = newNumber()
    expect(await text(number)).toEqual([null, 'greeting'])
    expect(await text(number)).toEqual([null])
    await setLine({ hours: CLOSED })
    expect(await text(number)).toEqual([null])
    await pass(12 * HOUR_MS)
    expect(await text(number)).toEqual([null, 'away'])
  })

  test('and the away reply are one text', async () => {
    await setLine({ greeting: GREETING })
    const number = newNumber()
    expect(await text(number)).toEqual([null, 'away'])
    expect((await transcript(number)).map((message) => message.text).at(-1)).toBe(`${GREETING}\n\n${AWAY}`)
  })

  test('goes to no one whom the line has texted, even in a chat that was deleted', async () => {
    await setLine({ hours: OPEN, greeting: GREETING })
    const [first, second] = [newNumber(), newNumber()]
    const { id: chatId } = await openChat('Cleo', [await addContact('Cleo', first)])
    await dana.get('messages.send', { params: { chatId }, form: formOf('Your results are here.') })
    expect(await text(first)).toEqual([null])
    await text(second)
    const chat = await chatOf(second)
    await dana.get('chats.delete', { params: { chatId: chat?.id ?? '' } })
    await pass(12 * HOUR_MS)
    expect(await text(second)).toEqual([null])
    // A chat in which nothing was said yet makes no one known.
    const third = newNumber()
    await openChat('Dot', [await addContact('Dot', third)])
    expect(await text(third)).toEqual([null, 'greeting'])
  })
})

describe('a reply that cannot be sent', () => {
  const records = async (number: string) =>
    (await transcript(number)).find(({ automatic }) => automatic)?.delivery ?? []

  test('within five minutes is dropped, and never sent again', async () => {
    const number = newNumber()
    harness.sandbox.faults.set({ phone: number, faults: { tooManyRequests: {} } })
    expect(await text(number)).toEqual([null, 'away'])
    await until(async () => (await records(number)).some(({ status }) => status === 'sending'))
    await pass(4 * MINUTE_MS)
    await until(async () => harness.sandbox.log.filter(({ to }) => to === number).length >= 2)
    expect(await records(number)).toMatchObject([{ status: 'sending' }])
    harness.sandbox.faults.clear()
    const item = await chatOf(number)
    await pass(MINUTE_MS)
    await until(async () => (await records(number)).some(({ status }) => status === 'skipped'))
    expect(await records(number)).toMatchObject([
      { errorText: 'Not sent: an automatic reply that can’t be sent within 5 minutes is dropped.' },
    ])
    expect((await chatOf(number))?.version).toBe((item?.version ?? 0) + 1)
    await pass(HOUR_MS)
    expect(await phoneOf(harness.sandbox, number).messages()).toEqual([])
    // Texts to the phone do not wait for it.
    const chatId = item?.id ?? ''
    await dana.get('messages.send', { params: { chatId }, form: formOf('Good morning') })
    expect(await phoneOf(harness.sandbox, number).received(1)).toMatchObject([{ text: 'Good morning' }])
  })

  test('counts as no failure of the team, leaves the chat as it is, and cannot be sent again', async () => {
    const number = newNumber()
    harness.sandbox.faults.set({ phone: number, faults: { carrierError: { code: 30_003 } } })
    await text(number)
    await until(async () => (await records(number)).some(({ status }) => status === 'undelivered'))
    expect(await chatOf(number)).toMatchObject({ failedCount: 0 })
    const chatId = (await chatOf(number))?.id ?? ''
    const messageId = (await transcript(number)).find(({ automatic }) => automatic)?.id ?? ''
    const again = await dana.call('messages.sendFailedAgain', { params: { chatId, messageId } })
    expect(again.status).toBe(409)
  })
})

test('two organizations whose lines reply to each other stop after one text each', async () => {
  isHidden = (number) => number !== THEIRS
  const mallory = await stranger()
  const { accountSid, authToken } = harness.sandbox.world.twilio
  const { twilioNumbers } = await mallory.get('settings.updateTwilioAccount', { body: { accountSid, authToken } })
  const params = { numberId: twilioNumbers[0]?.id ?? '' }
  await mallory.get('settings.updateTwilioNumber', { params, body: { useNumber: true } })
  await mallory.get('settings.updateHours', { params, body: { hours: CLOSED, awayReply: 'We are away as well.' } })

  const { id: chatId } = await openChat('The neighbors', [await addContact('The neighbors', THEIRS)])
  // The sandbox hands texts from one of its numbers to another on.
  await dana.get('messages.send', { params: { chatId }, form: formOf('Do you have a free bed?') })
  const said = await until(async () => {
    const [chat] = await mallory.get('chats.search', { body: {} })
    const messages = chat && (await mallory.get('messages.list', { params: { chatId: chat.id } }))
    return messages && messages.length >= 3 && messages
  })
  expect(said.map(({ text: words, automatic }) => [words, automatic])).toEqual([
    ['Do you have a free bed?', null],
    ['We are away as well.', 'away'],
    [AWAY, null],
  ])
  expect(kinds(await transcript(THEIRS, 2))).toEqual([null, null, 'away'])
})
