import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { createTexting } from '../../tests/texting.ts'
import type { Texting } from '../../tests/texting.ts'
import { createTwilioWebhooks } from '../../tests/twilio-webhook.ts'
import { until } from '../../tests/until.ts'

let harness: Harness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())
afterEach(() => harness.sandbox.faults.clear())

describe('the relay', () => {
  test('forwards a text to the other phones with the writer’s name', async () => {
    const { chat, phones } = await texting.newChat(['Rosa', 'Sam'])
    await phones[0]?.send(texting.frontDesk, 'On my way')
    expect(await phones[1]?.received(1)).toMatchObject([{ from: texting.frontDesk, text: 'Rosa: On my way' }])
    expect(await phones[0]?.messages()).toHaveLength(1)
    const [message] = await texting.messagesOf(chat)
    expect(message?.delivery).toHaveLength(2)
  })

  test('forwards pictures once they are stored', async () => {
    const { phones } = await texting.newChat(['Tess', 'Uma'])
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'blue' } })
      .png()
      .toBuffer()
    await phones[0]?.send(texting.frontDesk, 'See', [{ contentType: 'image/png', base64: picture.toString('base64') }])
    const [received] = (await phones[1]?.received(1)) ?? []
    expect(received).toMatchObject({ text: 'Tess: See', media: [expect.any(String)] })
  })

  test('shows a contact without a name as a guest, without the number', async () => {
    const { phones } = await texting.newChat(['Vera', '+1 202-556-7777'])
    await phones[1]?.send(texting.frontDesk, 'Hello')
    expect(await phones[0]?.received(1)).toMatchObject([{ text: 'Guest 1: Hello' }])
  })

  test('skips texts with the reason if it is off in the chat', async () => {
    const { chat, phones } = await texting.newChat(['Walt', 'Xena'], { relay: false })
    await phones[0]?.send(texting.frontDesk, 'Just for you')
    const [message] = await until(async () => (await texting.messagesOf(chat)).length > 0 && texting.messagesOf(chat))
    expect(message?.delivery.map(({ status, errorText }) => [status, errorText])).toEqual([
      ['read', null],
      ['skipped', 'Forwarding is off in this chat.'],
    ])
  })

  test('skips texts without a visible character', async () => {
    const { chat, phones } = await texting.newChat(['Wim', 'Xaver'])
    await phones[0]?.send(texting.frontDesk, '\u200B\u2800')
    const [message] = await texting.messages(chat, 1)
    expect(message?.delivery.find(({ status }) => status === 'skipped')?.errorText).toContain('nothing to forward')
    expect(texting.postsTo(phones[1]?.number ?? '')).toBe(0)
  })

  test('pauses when a phone repeats itself', async () => {
    const { chat, phones } = await texting.newChat(['Yara', 'Zoe'])
    await phones[0]?.send(texting.frontDesk, 'I am away')
    await until(async () => (await texting.messagesOf(chat)).length === 1)
    await phones[0]?.send(texting.frontDesk, 'I am away')
    const messages = await until(async () => (await texting.messagesOf(chat)).length === 2 && texting.messagesOf(chat))
    expect(messages[1]?.delivery.find(({ status }) => status === 'skipped')?.errorText).toContain('too many texts')
    expect(await phones[1]?.received(1)).toHaveLength(1)
  })

  test('forwards at most ten texts of a phone per minute', async () => {
    const { chat, phones } = await texting.newChat(['Abe', 'Bob'])
    const texts = Array.from({ length: 11 }, (_, index) => `Text ${index + 1}`)
    for (const [index, text] of texts.entries()) {
      await phones[0]?.send(texting.frontDesk, text)
      await texting.messages(chat, index + 1)
    }
    const messages = await texting.messagesOf(chat)
    const held = messages.filter(({ delivery }) => delivery.some(({ status }) => status === 'skipped'))
    expect(held.map(({ text, delivery }) => [text, delivery.at(-1)?.errorText])).toEqual([
      ['Text 11', expect.stringContaining('too many texts')],
    ])
    expect((await phones[1]?.received(10))?.map(({ text }) => text)).toEqual(
      texts.slice(0, 10).map((text) => `Abe: ${text}`),
    )
  })

  test('skips contacts who were removed from the chat', async () => {
    const { chat, phones } = await texting.newChat(['Una', 'Ugo', 'Udo'])
    const udo = chat.members.find(({ name }) => name === 'Udo')
    await clinic.dana.get('chats.removeMember', { params: { chatId: chat.id, memberId: udo?.id ?? '' } })
    await phones[0]?.send(texting.frontDesk, 'Just us')
    expect(await phones[1]?.received(1)).toMatchObject([{ text: 'Una: Just us' }])
    const [message] = await texting.messagesOf(chat)
    expect(message?.delivery.map(({ memberId }) => memberId)).not.toContain(udo?.id)
    expect(texting.postsTo(phones[2]?.number ?? '')).toBe(0)
  })

  test('does not forward texts from the tenant’s own lines', async () => {
    const [, other] = clinic.numbers
    const write = (Body: string) =>
      createTwilioWebhooks(harness).message({ From: other.number, To: texting.frontDesk, Body })
    await write('From us')
    const chat = await until(async () => {
      const chats = await clinic.dana.get('chats.search', { body: {} })
      return chats.find(({ members }) => members.some(({ number }) => number === other.number))
    })
    const cis = await clinic.contact('Cis', '+12025558999')
    const memberIds = [...chat.members.map(({ id }) => id), clinic.dana.id, cis.memberId]
    await clinic.dana.get('chats.join', { params: { chatId: chat.id } })
    await clinic.dana.get('chats.update', {
      params: { chatId: chat.id },
      body: { numberId: chat.numberId, name: chat.name, memberIds },
    })
    await write('From us again')
    const [, message] = await texting.messages(chat, 2)
    expect(message?.delivery.find(({ status }) => status === 'skipped')?.errorText).toContain('our own numbers')
    expect(texting.postsTo(cis.number)).toBe(0)
  })

  test.each<Record<string, string>>([{ Body: 'Info' }, { Body: 'Hilfe', OptOutType: 'HELP' }])(
    'does not forward $Body, which Twilio has answered',
    async (text) => {
      const { chat, phones } = await texting.newChat(['Dee', 'Eda'])
      const parameters = { From: phones[0]?.number ?? '', To: texting.frontDesk, ...text }
      await createTwilioWebhooks(harness).message(parameters)
      const [message] = await texting.messages(chat, 1)
      expect(message?.delivery.find(({ status }) => status === 'skipped')?.errorText).toContain('Keywords such as')
      expect(texting.postsTo(phones[1]?.number ?? '')).toBe(0)
    },
  )
})

describe('a YES', () => {
  test('is forwarded if it is an ordinary reply', async () => {
    const { phones } = await texting.newChat(['Ada', 'Bo'])
    await phones[0]?.send(texting.frontDesk, 'Yes')
    expect(await phones[1]?.received(1)).toMatchObject([{ text: 'Ada: Yes' }])
  })

  test('is not forwarded if it revokes a STOP', async () => {
    const { chat, phones } = await texting.newChat(['Cai', 'Dov'])
    await phones[0]?.send(texting.frontDesk, 'stop')
    await texting.messages(chat, 1)
    await phones[0]?.send(texting.frontDesk, 'yes')
    const messages = await texting.messages(chat, 2)
    const toDov = messages.map(({ delivery }) => delivery.find(({ status }) => status === 'skipped')?.errorText)
    const notice = 'Keywords such as STOP and HELP are not forwarded.'
    expect(toDov).toEqual([notice, notice])
    expect(texting.postsTo(phones[1]?.number ?? '')).toBe(0)
  })
})

describe('a text that is too long with the writer’s name', () => {
  const LONG = `${'The bus is late again. '.repeat(69)}Apologies!`
  const FIRST = `Eli: ${'The bus is late again. '.repeat(69).trimEnd()}`

  /** Eli writes it, and it is relayed to Fay. */
  async function relayLong(beforehand: (fay: string) => void = () => {}) {
    const { chat, phones } = await texting.newChat(['Eli', 'Fay'])
    const [eli, fay] = phones
    if (!eli || !fay) throw new Error('There are two phones.')
    beforehand(fay.number)
    await eli.send(texting.frontDesk, LONG)
    const [message] = await texting.messages(chat, 1)
    if (!message) throw new Error('There is a message.')
    const toFay = {
      chatId: chat.id,
      messageId: message.id,
      memberId: chat.members.find(({ name }) => name === 'Fay')?.id,
    }
    return { chat, message, fay, params: { ...toFay, memberId: toFay.memberId ?? '' } }
  }

  test('arrives in two parts, in order, as one delivery', async () => {
    expect(LONG).toHaveLength(1_597)
    const { chat, message, fay } = await relayLong()
    expect((await fay.received(2)).map(({ text }) => text)).toEqual([FIRST, 'Eli: Apologies!'])
    expect(await texting.settled(chat, message)).toMatchObject([{ status: 'delivered' }])
    const [listed] = await clinic.omar.get('chats.search', { body: { limit: 1 } })
    // Dana and Omar have not seen it; both phones know of it.
    expect(listed).toMatchObject({ id: chat.id, hasUnread: true, lastMessage: { delivery: [{}, {}] } })
  })

  test('carries its pictures once', async () => {
    const { phones } = await texting.newChat(['Eli', 'Gil'])
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'blue' } })
      .png()
      .toBuffer()
    await phones[0]?.send(texting.frontDesk, LONG, [{ contentType: 'image/png', base64: picture.toString('base64') }])
    const received = (await phones[1]?.received(2)) ?? []
    // A picture may well come in later than a text that was sent after it.
    const pictures = new Map(received.map(({ text, media }) => [text, media.length]))
    expect([pictures.get(FIRST), pictures.get('Eli: Apologies!')]).toEqual([1, 0])
  })

  test('is undelivered if one part is, and only that part is resent', async () => {
    const { chat, message, fay, params } = await relayLong((phone) => {
      harness.sandbox.faults.set({ phone, faults: { carrierError: { times: 1, code: 30_003 } } })
    })
    await fay.received(1)
    const [failed] = await texting.deliveries(chat, message, (all) => all[0]?.status === 'undelivered')
    expect(failed).toMatchObject({ errorCode: 30_003 })
    await until(async () => texting.postsTo(fay.number) === 2)
    await clinic.dana.get('messages.sendAgain', { params })
    expect(await texting.settled(chat, message)).toMatchObject([{ status: 'delivered', errorCode: null }])
    expect((await fay.received(2)).map(({ text }) => text).toSorted()).toEqual([FIRST, 'Eli: Apologies!'].toSorted())
    expect(texting.postsTo(fay.number)).toBe(3)
  })

  test('is unknown if one part is, until a user marks it as sent', async () => {
    const { chat, message, fay, params } = await relayLong((phone) => {
      harness.sandbox.faults.set({ phone, faults: { errorBeforeAccepting: { times: 1 } } })
    })
    expect((await fay.received(1)).map(({ text }) => text)).toEqual(['Eli: Apologies!'])
    await texting.deliveries(chat, message, (all) => all[0]?.status === 'unknown')
    const marked = await clinic.dana.get('messages.markSent', { params })
    expect(marked.delivery.find(({ memberId }) => memberId === params.memberId)).toMatchObject({ status: 'sent' })
    expect((await clinic.dana.call('messages.markSent', { params })).status).toBe(409)
    expect(texting.postsTo(fay.number)).toBe(2)
  })
})
