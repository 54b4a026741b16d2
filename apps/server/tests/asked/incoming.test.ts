import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../clinic.ts'
import type { Clinic } from '../clinic.ts'
import type { Harness } from '../harness.ts'
import { shareHarness } from '../shared-harness.ts'
import { phoneOf } from '../phone.ts'
import { createTexting, formOf } from '../texting.ts'
import type { Texting } from '../texting.ts'
import { createTwilioWebhooks, newMessageSid } from '../twilio-webhook.ts'
import { until } from '../until.ts'

let harness: Harness
let clinic: Clinic
let texting: Texting
let webhooks: ReturnType<typeof createTwilioWebhooks>
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
  webhooks = createTwilioWebhooks(harness)
})
afterAll(() => harness.close())

const EMPTY = expect.stringMatching(/<Response\s*\/>|<Response><\/Response>/)

/** The chat whose last message is this text. */
const chatWith = (text: string) =>
  until(async () => {
    const chats = await clinic.omar.get('chats.search', { body: { limit: 50 } })
    return chats.find(({ lastMessage }) => lastMessage?.text === text)
  })

describe('signature checks that lose messages (Chatwoot 13619, 13638; twilio-node 321, 505)', () => {
  test.each([
    ['another host', { host: 'internal.example:8080' }],
    ['another port', { host: 'localhost:1' }],
    ['headers of a proxy', { host: 'app', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }],
  ])('a signed text is accepted from a proxy that forwards it with %s', async (name, headers) => {
    const answer = await webhooks.message({ From: '+12025551901', To: texting.frontDesk, Body: `By ${name}` }, headers)
    expect(answer).toEqual({ status: 200, body: EMPTY })
    await chatWith(`By ${name}`)
  })

  test('a signed text to an unused line is stored and listed for Admins', async () => {
    const parameters = { From: '+12025551902', To: '+12025550199', Body: 'Wrong number' }
    expect((await webhooks.message(parameters)).status).toBe(200)
    const rejected = await until(async () =>
      (await clinic.dana.get('settings.rejectedMessages')).find(({ text }) => text === 'Wrong number'),
    )
    expect(rejected).toMatchObject({ from: '+12025551902', reason: 'number not in use' })
  })
})

describe('duplicates (Chatwoot 15450, 9314)', () => {
  test('a text whose webhook arrives three times is in the chat once', async () => {
    const { chat, phones } = await texting.newChat(['Ann'])
    const from = { From: phones[0]?.number ?? '', To: texting.frontDesk }
    const twice = { ...from, Body: 'Only once', MessageSid: newMessageSid() }
    const answers = await Promise.all([1, 2, 3].map(() => webhooks.message(twice)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await webhooks.message({ ...from, Body: 'And then' })
    expect((await texting.messages(chat, 2)).map(({ text }) => text)).toEqual(['Only once', 'And then'])
  })

  test('a message posted twice by one click is sent once', async () => {
    const { chat, phones } = await texting.newChat(['Bob'])
    const once = { params: { chatId: chat.id }, headers: { 'idempotency-key': randomUUID() } }
    const posts = [1, 2].map(() => clinic.dana.get('messages.send', { ...once, form: formOf('One click') }))
    const [first, second] = await Promise.all(posts)
    expect(first?.id).toBe(second?.id)
    await texting.settled(chat, { id: first?.id ?? ('' as never) })
    expect(await phones[0]?.messages()).toHaveLength(1)
  })
})

describe('texts that were accepted and then lost (Chatwoot 15283, 2378, 7901; Spoke 288, 395, 2146)', () => {
  test.each([
    ['a short code', '28777', 'Your code is 12345'],
    ['a name', 'LAKEBANK', 'Your statement is ready'],
    ['an unknown phone', '+12025551903', 'Are you open?'],
    ['a phone abroad', '+4915112345678', 'Grüße'],
  ])('a text from %s opens a chat', async (_, From, Body) => {
    await webhooks.message({ From, To: texting.frontDesk, Body })
    const chat = await chatWith(Body)
    expect(chat.members.find(({ role }) => role === 'ExternalMobile')).toMatchObject({ number: From })
  })

  test('a text with a NUL character is not lost', async () => {
    await webhooks.message({ From: '+12025551904', To: texting.frontDesk, Body: 'With\0in' })
    expect(await chatWith('Within')).toMatchObject({ messageCount: 1 })
  })

  test('an empty text is shown', async () => {
    const { chat, phones } = await texting.newChat(['Cid'])
    await webhooks.message({ From: phones[0]?.number ?? '', To: texting.frontDesk, Body: '' })
    expect(await texting.messages(chat, 1)).toMatchObject([{ text: '' }])
  })

  test('a text that cannot be routed does not delay others', async () => {
    // No index takes a sender of this length.
    const poison = { From: randomBytes(4_000).toString('hex'), To: texting.frontDesk, Body: 'Poison' }
    expect((await webhooks.message(poison)).status).toBe(200)
    await webhooks.message({ From: '+12025551905', To: texting.frontDesk, Body: 'After the poison' })
    await chatWith('After the poison')
    expect((await webhooks.message(poison)).status).toBe(200)
    await webhooks.message({ From: '+12025551905', To: texting.frontDesk, Body: 'And once more' })
    await chatWith('And once more')
    const chats = await clinic.omar.get('chats.search', { body: { limit: 50 } })
    expect(chats.some(({ lastMessage }) => lastMessage?.text === 'Poison')).toBe(false)
  })
})

describe('the same person in a second thread (Rocket.Chat 24584, 26566), and the wrong sender (24570, Chatwoot 4204)', () => {
  test('a contact entered without a country code is recognized when they text', async () => {
    const contact = await clinic.contact('Dot', '(202) 555-1906')
    const chat = await clinic.chat('Dot', [clinic.dana.id, contact.memberId])
    await phoneOf(harness.sandbox, '+12025551906').send(texting.frontDesk, 'It is me')
    expect((await chatWith('It is me')).id).toBe(chat.id)
  })

  test('texts to two lines open two chats, and each reply is sent from the chat’s line', async () => {
    const phone = phoneOf(harness.sandbox, '+12025551907')
    for (const { number, name } of clinic.numbers) await phone.send(number, `To ${name}`)
    for (const { id, number, name } of clinic.numbers) {
      const chat = await chatWith(`To ${name}`)
      expect(chat.numberId).toBe(id)
      await clinic.dana.get('chats.join', { params: { chatId: chat.id } })
      await texting.send(chat, `From ${name}`)
      await until(async () =>
        (await phone.messages()).some(({ from, text }) => from === number && text === `From ${name}`),
      )
    }
  })
})

test('texts sent in quick succession by a phone are in order (Courier 362)', async () => {
  const { chat, phones } = await texting.newChat(['Eve'])
  const texts = Array.from({ length: 8 }, (_, index) => `Line ${index}`)
  for (const Body of texts) await webhooks.message({ From: phones[0]?.number ?? '', To: texting.frontDesk, Body })
  expect((await texting.messages(chat, texts.length)).map(({ text }) => text)).toEqual(texts)
})
