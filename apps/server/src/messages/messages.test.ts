import { randomUUID } from 'node:crypto'
import { MESSAGE } from '@partyline/contract'
import type { Chat } from '@partyline/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { phoneOf } from '../../tests/phone.ts'
import { createTexting, formOf } from '../../tests/texting.ts'
import type { Texting } from '../../tests/texting.ts'
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

/** Sends a form. */
const sendForm = (chat: Chat, form: FormData) => clinic.dana.get('messages.send', { params: { chatId: chat.id }, form })

describe('a user’s message', () => {
  test('arrives once on every phone of the chat, and its status becomes delivered', async () => {
    const { chat, phones } = await texting.newChat(['Ada', 'Ben'])
    const message = await texting.send(chat, 'Good morning')
    expect(message.delivery.map(({ status }) => status).toSorted()).toEqual(['queued', 'queued', 'read'])
    const deliveries = await texting.settled(chat, message)
    expect(deliveries.map(({ status }) => status)).toEqual(['delivered', 'delivered'])
    for (const phone of phones) {
      expect(await phone.messages()).toMatchObject([
        { direction: 'received', from: texting.frontDesk, text: 'Good morning' },
      ])
    }
  })

  test('can have a picture', async () => {
    const { chat, phones } = await texting.newChat(['Cleo'])
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const message = await sendForm(chat, formOf('', { Media: new Blob([picture], { type: 'image/png' }) }))
    expect(message.media).toMatchObject([{ contentType: 'image/png', width: 40, height: 30 }])
    const [arrived] = (await phones[0]?.received(1)) ?? []
    const seen = Buffer.from(await (await fetch(arrived?.media[0] ?? '')).arrayBuffer())
    expect(await sharp(seen).metadata()).toMatchObject({ format: 'png', width: 40, height: 30 })
  })

  test('is signed on the phone, but not in the app, if the tenant has turned signatures on', async () => {
    const { chat, phones } = await texting.newChat(['Dora'])
    await clinic.dana.get('settings.updateTenant', { body: { name: 'Lakeside', addSignature: true } })
    const message = await texting.send(chat, 'Hello')
    await clinic.dana.get('settings.updateTenant', { body: { name: 'Lakeside', addSignature: false } })
    expect(message.text).toBe('Hello')
    expect(await phones[0]?.received(1)).toMatchObject([{ text: 'Hello\n- Dana Cole' }])
  })

  test('can have the maximum length including its signature', async () => {
    const { chat } = await texting.newChat(['Dörte'])
    const signature = '\n- Dana Cole'
    const statusOf = async (length: number) => {
      const form = formOf('x'.repeat(length))
      const { status, error } = await clinic.dana.call('messages.send', { params: { chatId: chat.id }, form })
      return [status, error?.error]
    }
    await clinic.dana.get('settings.updateTenant', { body: { name: 'Lakeside', addSignature: true } })
    expect(await statusOf(MESSAGE.maxLength - signature.length)).toEqual([200, undefined])
    expect(await statusOf(MESSAGE.maxLength - signature.length + 1)).toEqual([400, 'validation'])
    await clinic.dana.get('settings.updateTenant', { body: { name: 'Lakeside', addSignature: false } })
    expect(await texting.messagesOf(chat)).toHaveLength(1)
  })

  test('is not signed if it is a picture without text', async () => {
    const { chat, phones } = await texting.newChat(['Dirk'])
    await clinic.dana.get('settings.updateTenant', { body: { name: 'Lakeside', addSignature: true } })
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    await sendForm(chat, formOf('', { Media: new Blob([picture], { type: 'image/png' }) }))
    await clinic.dana.get('settings.updateTenant', { body: { name: 'Lakeside', addSignature: false } })
    expect(await phones[0]?.received(1)).toMatchObject([{ text: '' }])
  })

  test('is refused if nothing in it is visible, wherever it comes from', async () => {
    const { chat, phones } = await texting.newChat(['Dunja'])
    const blank = '\u200B \u3164\u2800'
    const params = { chatId: chat.id }
    const members = { numberId: chat.numberId, memberIds: [clinic.dana.id] }
    const sendAt = { SendAt: new Date(Date.now() + 3_600_000).toISOString() }
    const answers = [
      await clinic.dana.call('messages.send', { params, form: formOf(blank) }),
      await clinic.dana.call('messages.send', { params, form: formOf(blank, sendAt) }),
      await clinic.dana.call('chats.create', { body: { ...members, name: 'Dunja', message: blank } }),
      await clinic.dana.call('chats.create', { body: { ...members, name: blank } }),
      await clinic.dana.call('numbers.addMobile', { body: { number: '+12025550177', name: blank } }),
      await clinic.dana.call('snippets.create', { body: { name: 'Blank', text: blank } }),
      await clinic.dana.call('settings.updateHours', {
        params: { numberId: chat.numberId },
        body: { awayReply: blank },
      }),
    ]
    expect(answers.map(({ status, error }) => [status, error?.errors])).toEqual([
      [400, { Message: ['Message is required.'] }],
      [400, { Message: ['Message is required.'] }],
      [400, { Message: ['Message is required.'] }],
      [400, { name: ['Name should be defined.'] }],
      [400, { name: ['Name should be defined.'] }],
      [400, { text: [expect.any(String)] }],
      [400, { awayReply: [expect.any(String)] }],
    ])
    expect(await texting.messagesOf(chat)).toEqual([])
    expect(texting.postsTo(phones[0]?.number ?? '')).toBe(0)
  })

  test('shows the message that it quotes', async () => {
    const { chat } = await texting.newChat(['Emil'])
    const first = await texting.send(chat, 'Is 3:30 fine?')
    const reply = await sendForm(chat, formOf('Or 4:00?', { ReplyToMessageId: first.id }))
    expect(reply.parent).toEqual({ id: first.id, text: 'Is 3:30 fine?', sentBy: first.sentBy, mediaCount: 0 })
  })

  test('cannot quote a message of another chat', async () => {
    const { chat } = await texting.newChat(['Elsa'])
    const { chat: other } = await texting.newChat(['Enno'])
    const theirs = await texting.send(other, 'Only for Enno')
    const { status, error } = await clinic.dana.call('messages.send', {
      params: { chatId: chat.id },
      form: formOf('Was this for me?', { ReplyToMessageId: theirs.id }),
    })
    expect([status, error?.error]).toEqual([404, 'not-found'])
    expect(await texting.messagesOf(chat)).toEqual([])
  })

  test('does not reach contacts who were removed from the chat', async () => {
    const { chat, phones } = await texting.newChat(['Else', 'Emma'])
    const emma = chat.members.find(({ name }) => name === 'Emma')
    await clinic.dana.get('chats.removeMember', { params: { chatId: chat.id, memberId: emma?.id ?? '' } })
    const message = await texting.send(chat, 'Not for Emma')
    expect(await texting.settled(chat, message)).toMatchObject([{ status: 'delivered' }])
    expect(await phones[0]?.received(1)).toMatchObject([{ text: 'Not for Emma' }])
    expect(texting.postsTo(phones[1]?.number ?? '')).toBe(0)
  })

  test('arrives after earlier ones on the same phone', async () => {
    const { chat, phones } = await texting.newChat(['Finn'])
    const texts = Array.from({ length: 8 }, (_, index) => `Text ${index}`)
    for (const text of texts) await texting.send(chat, text)
    const received = (await phones[0]?.received(texts.length)) ?? []
    expect(received.map(({ text }) => text)).toEqual(texts)
  })

  test('to a landline fails with the reason', async () => {
    const landline = await clinic.contact('Landline', '+15005550009')
    const chat = await clinic.chat('Landline', [clinic.dana.id, landline.memberId])
    const message = await texting.send(chat, 'Hello?')
    expect(await texting.settled(chat, message)).toMatchObject([
      { status: 'failed', errorCode: 21614, errorText: 'This is not a mobile number. Check the contact’s number.' },
    ])
  })

  test('requires membership or the role Admin', async () => {
    const { chat } = await texting.newChat(['Gus'])
    await clinic.omar.get('chats.leave', { params: { chatId: chat.id } })
    const { status, error } = await clinic.omar.call('messages.send', {
      params: { chatId: chat.id },
      form: formOf('Hello'),
    })
    expect([status, error?.error]).toEqual([403, 'not-a-member'])
  })

  test('can have 1,600 characters, but not more', async () => {
    const { chat } = await texting.newChat(['Hal'])
    await texting.send(chat, 'x'.repeat(1_600))
    const { status, error } = await clinic.dana.call('messages.send', {
      params: { chatId: chat.id },
      form: formOf('x'.repeat(1_601)),
    })
    expect([status, error?.errors]).toEqual([400, { Message: ['Message should have at most 1,600 characters.'] }])
  })
})

describe('an Idempotency-Key', () => {
  const keyed = (chat: Chat, text: string, key: string, more: Record<string, string | Blob> = {}) =>
    clinic.dana.call('messages.send', {
      params: { chatId: chat.id },
      form: formOf(text, more),
      headers: { 'idempotency-key': key },
    })

  test('returns the first message for a repeated request', async () => {
    const { chat, phones } = await texting.newChat(['Ida'])
    const key = randomUUID()
    const answers = await Promise.all([keyed(chat, 'Once', key), keyed(chat, 'Once', key), keyed(chat, 'Once', key)])
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect((await keyed(chat, 'Once', key)).data.id).toBe(answers[0]?.data.id)
    await texting.settled(chat, { id: answers[0]?.data.id ?? '' })
    expect(await phones[0]?.messages()).toHaveLength(1)
  })

  test('returns the first message for a retry in JSON, also with a file and a quote', async () => {
    const { chat } = await texting.newChat(['Isa'])
    const first = await texting.send(chat, 'Is 3:30 fine?')
    const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:Rosa\nEND:VCARD'
    const key = randomUUID()
    const sent = await keyed(chat, 'Or 4:00?', key, {
      Media: new File([card], 'rosa.vcf', { type: 'text/vcard' }),
      ReplyToMessageId: first.id,
    })
    const media = [{ fileName: 'rosa.vcf', contentType: 'text/vcard', base64: btoa(card) }]
    const body = { message: 'Or 4:00?', media, replyToMessageId: first.id }
    const retry = (other: object, headers: Record<string, string>) =>
      clinic.dana.call('messages.send', { params: { chatId: chat.id }, body: { ...body, ...other }, headers })
    expect((await retry({}, { 'idempotency-key': key })).data.id).toBe(sent.data.id)
    expect((await retry({ media: [] }, { 'idempotency-key': key })).error?.error).toBe('idempotency-mismatch')
    const { data: anew } = await retry({}, {})
    expect([anew.text, anew.parentId, anew.media[0]?.fileName]).toEqual(['Or 4:00?', first.id, 'rosa.vcf'])
    expect(anew.id).not.toBe(sent.data.id)
  })

  test('is refused for other content', async () => {
    const { chat } = await texting.newChat(['Jo'])
    const key = randomUUID()
    await keyed(chat, 'Once', key)
    const { status, error } = await keyed(chat, 'Twice', key)
    expect([status, error?.error]).toEqual([409, 'idempotency-mismatch'])
  })

  test('is refused for another file, quote, or time', async () => {
    const { chat } = await texting.newChat(['Jill'])
    const card = (name: string, fileName = 'card.vcf') =>
      new File([`BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nEND:VCARD`], fileName, { type: 'text/vcard' })
    const { id: ReplyToMessageId } = await texting.send(chat, 'Hello')
    const [key, form] = [randomUUID(), { Media: card('Rosa') }]
    const first = await keyed(chat, 'Once', key, form)
    const others: Record<string, string | Blob>[] = [
      { Media: card('Rita') },
      { Media: card('Rosa', 'rosa.vcf') },
      { ReplyToMessageId },
      { HoldSeconds: '5' },
      { SendAt: new Date(Date.now() + 3_600_000).toISOString() },
    ]
    for (const other of others) {
      const { error } = await keyed(chat, 'Once', key, { ...form, ...other })
      expect([other, error?.error]).toEqual([other, 'idempotency-mismatch'])
    }
    expect((await keyed(chat, 'Once', key, form)).data.id).toBe(first.data.id)
  })

  test('can be reused after a refused request', async () => {
    const { chat } = await texting.newChat(['Kim'])
    const key = randomUUID()
    expect((await keyed(chat, '', key)).status).toBe(400)
    expect((await keyed(chat, 'Now', key)).status).toBe(200)
  })
})

describe('an inbound text', () => {
  test('goes into the phone’s open chat on that line', async () => {
    const { chat, phones } = await texting.newChat(['Lea'])
    await phones[0]?.send(texting.frontDesk, 'I am late')
    const [message] = await until(async () => (await texting.messagesOf(chat)).length === 1 && texting.messagesOf(chat))
    const lea = chat.members.find(({ name }) => name === 'Lea')
    expect(message).toMatchObject({ text: 'I am late', sentBy: lea?.id, delivery: [{ status: 'read' }] })
    const [item] = await clinic.omar.get('chats.search', { body: { mode: 'my', limit: 1 } })
    expect(item).toMatchObject({ id: chat.id, unreadCount: 1, hasUnread: true })
  })

  test('has its pictures', async () => {
    const { chat, phones } = await texting.newChat(['Mia'])
    const picture = await sharp({ create: { width: 60, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const media = { contentType: 'image/png', base64: picture.toString('base64') }
    await phones[0]?.send(texting.frontDesk, 'Look', [media, media])
    const message = await until(async () => (await texting.messagesOf(chat)).find((found) => found.media.length === 2))
    expect(message.media).toMatchObject([{ contentType: 'image/png', width: 60, height: 20 }, { width: 60 }])
    const headers = { authorization: `Bearer ${clinic.omar.accessToken}` }
    expect((await fetch(message.media[0]?.publicLink ?? '', { headers })).status).toBe(200)
  })

  test('from an unknown phone adds a contact, and opens a chat with the line’s default users', async () => {
    const { numbers, omar } = clinic
    await clinic.dana.get('settings.assignUsers', {
      params: { numberId: numbers[1].id },
      body: { ids: [omar.id] },
    })
    const stranger = phoneOf(harness.sandbox, '+12025569901')
    await stranger.send(numbers[1].number, 'Are you open today?')
    const chat = await until(async () =>
      (await clinic.omar.get('chats.search', { body: { mode: 'my' } })).find(({ name }) => name === '(202) 556-9901'),
    )
    expect(chat.members.map(({ name, role }) => [name, role])).toEqual([
      ['(202) 556-9901', 'ExternalMobile'],
      ['Omar Haddad', 'TeamsUser'],
    ])
    expect(chat.lastMessage?.text).toBe('Are you open today?')
  })

  test('from a phone that was removed from a group opens its own chat', async () => {
    const { chat, phones } = await texting.newChat(['Nia', 'Olaf'])
    const nia = chat.members.find(({ name }) => name === 'Nia')
    await clinic.dana.get('chats.removeMember', { params: { chatId: chat.id, memberId: nia?.id ?? '' } })
    await phones[0]?.send(texting.frontDesk, 'Still there?')
    const own = await until(async () =>
      (await clinic.dana.get('chats.search', { body: {} })).find(({ name }) => name === 'Nia'),
    )
    expect(own.id).not.toBe(chat.id)
    expect(await texting.messagesOf(chat)).toEqual([])
  })

  test('from a disabled contact is not shown', async () => {
    const { chat, phones } = await texting.newChat(['Pia'])
    const pia = chat.members.find(({ name }) => name === 'Pia')
    const params = { numberId: pia?.id ?? '' }
    await clinic.dana.get('settings.updateMobileNumber', { params, body: { name: 'Pia', disabled: true } })
    await phones[0]?.send(texting.frontDesk, 'Hello')
    const { phones: next, chat: other } = await texting.newChat(['Quinn'])
    await next[0]?.send(texting.frontDesk, 'After Pia')
    await until(async () => (await texting.messagesOf(other)).length === 1)
    expect(await texting.messagesOf(chat)).toEqual([])
  })
})

describe('reading messages', () => {
  test('finds them by text, newest first, in the user’s tenant only', async () => {
    const { chat } = await texting.newChat(['Cora'])
    const first = await texting.send(chat, 'The wheelchair is ready')
    const second = await texting.send(chat, 'Your WHEELCHAIR was picked up')
    const found = await clinic.omar.get('messages.search', { body: { term: 'wheelchair' } })
    expect(found.map(({ messageId }) => messageId)).toEqual([second.id, first.id])
    expect(found[0]).toMatchObject({ chatId: chat.id, chatName: 'Cora', text: 'Your WHEELCHAIR was picked up' })
    expect(await clinic.stranger.get('messages.search', { body: { term: 'wheelchair' } })).toEqual([])
  })

  test('finds them by line, author, membership of the caller, and pictures, also without a text', async () => {
    const { chat } = await texting.newChat(['Dov'], { numberId: clinic.numbers[1].id })
    const dov = chat.members.find(({ name }) => name === 'Dov')
    const plain = await texting.send(chat, 'Zebra crossing')
    const png = await sharp({ create: { width: 4, height: 3, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const pictured = await sendForm(chat, formOf('Zebra', { Media: new Blob([png], { type: 'image/png' }) }))
    const card = new Blob(['BEGIN:VCARD\nVERSION:3.0\nFN:Zoe\nEND:VCARD'], { type: 'text/vcard' })
    const withCard = await sendForm(chat, formOf('Zebra card', { Media: card }))
    const idsOf = async (body: object, client = clinic.dana) =>
      (await client.get('messages.search', { body: { memberId: dov?.id, ...body } })).map(({ messageId }) => messageId)
    const all = [withCard.id, pictured.id, plain.id]
    expect(await idsOf({})).toEqual(all)
    expect(await idsOf({ term: 'crossing' })).toEqual([plain.id])
    expect(await idsOf({ numberId: clinic.numbers[1].id })).toEqual(all)
    expect(await idsOf({ numberId: clinic.numbers[0].id })).toEqual([])
    expect(await idsOf({ sentBy: clinic.dana.id })).toEqual(all)
    expect(await idsOf({ sentBy: dov?.id })).toEqual([])
    expect(await idsOf({ hasPicture: true })).toEqual([pictured.id])
    expect(await idsOf({ mode: 'my' })).toEqual(all)
    await clinic.omar.get('chats.leave', { params: { chatId: chat.id } })
    expect(await idsOf({ mode: 'my' }, clinic.omar)).toEqual([])
  })

  test('searches pattern characters literally', async () => {
    expect(await clinic.dana.get('messages.search', { body: { term: '%' } })).toEqual([])
  })

  test('pages through a chat in both directions', async () => {
    const { chat } = await texting.newChat(['Dian'])
    const ids: string[] = []
    for (let index = 0; index < 7; index += 1) ids.push((await texting.send(chat, `Line ${index}`)).id)
    const page = async (query: Record<string, string | number>) =>
      (await clinic.dana.get('messages.list', { params: { chatId: chat.id }, query })).map(({ id }) => id)
    expect(await page({ limit: 3 })).toEqual(ids.slice(4))
    expect(await page({ limit: 3, before: ids[4] ?? '' })).toEqual(ids.slice(1, 4))
    expect(await page({ limit: 3, after: ids[0] ?? '' })).toEqual(ids.slice(1, 4))
    expect(await page({ limit: 3, around: ids[3] ?? '' })).toEqual(ids.slice(2, 5))
  })

  test('answers 404 for a page around a message of another chat', async () => {
    const { chat } = await texting.newChat(['Doro'])
    const { chat: other } = await texting.newChat(['Duc'])
    const { id } = await texting.send(other, 'Elsewhere')
    for (const place of ['before', 'after', 'around']) {
      const query = { [place]: id }
      const { status } = await clinic.dana.call('messages.list', { params: { chatId: chat.id }, query })
      expect([place, status]).toEqual([place, 404])
    }
  })

  test('lists the user’s unread messages', async () => {
    const { chat } = await texting.newChat(['Eve'])
    const message = await texting.send(chat, 'For the others')
    const unread = await clinic.omar.get('messages.unread')
    expect(unread.find(({ chatId }) => chatId === chat.id)?.messages.map(({ id }) => id)).toEqual([message.id])
    await clinic.omar.get('chats.viewChat', { params: { chatId: chat.id } })
    expect((await clinic.omar.get('messages.unread')).some(({ chatId }) => chatId === chat.id)).toBe(false)
  })
})
