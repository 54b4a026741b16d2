import type { Chat, Message } from '@partyline/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { OwnHarness } from './harness.ts'
import { listen } from './hub.ts'
import { createMovingClock } from './moving-clock.ts'
import type { Phone } from './phone.ts'
import { createTexting } from './texting.ts'
import type { Texting } from './texting.ts'
import { until } from './until.ts'

const clock = createMovingClock()
let harness: OwnHarness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  harness = await startHarness({ clock })
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())
afterEach(() => harness.sandbox.faults.clear())

type Part = { contentType: string; base64: string }

function part(contentType: string, bytes: string | Buffer): Part {
  return { contentType, base64: Buffer.from(bytes).toString('base64') }
}
const plain = (words: string) => part('text/plain', words)
const latin = (words: string) => Buffer.from(words, 'latin1')
const wide = (words: string) => Buffer.from(words, 'utf16le')
const PICTURE = part(
  'image/png',
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
const LAYOUT = part('application/smil', '<smil><head><layout/></head><body/></smil>')
const EMPTY = part('image/jpeg', '')

/** The message of an MMS in a chat of its own, once its files are there. */
async function receive(text: string, parts: readonly Part[]): Promise<Message> {
  const { chat, phones } = await texting.newChat(['Ann'])
  await phones[0]?.send(texting.frontDesk, text, [...parts])
  return until(async () => {
    const [message] = await texting.messagesOf(chat)
    return message?.pendingMedia === 0 && message
  })
}

/**
 * The chat's messages, as soon as they are so many, while time passes until Twilio is asked again: slowly, because later texts
 * wait for a minute at most, and a busy machine takes long to ask.
 */
function messagesInTime(chat: Chat, count: number): Promise<Message[]> {
  return until(async () => {
    clock.pass(200)
    const messages = await texting.messagesOf(chat)
    return messages.length >= count && messages
  })
}

/** Sends an MMS whose text part Twilio does not have yet, and waits for its first 404: texts sent at once arrive in any order. */
async function sendUnreadable(phone: Phone, words: string, { times }: { times: number }): Promise<void> {
  const struck = () => harness.sandbox.faults.inForce().struck.mediaNotFound ?? 0
  const before = struck()
  harness.sandbox.faults.set({ phone: phone.number, faults: { mediaNotFound: { times } } })
  await phone.send(texting.frontDesk, '', [plain(words)])
  await until(async () => struck() > before)
}

type Row = [what: string, body: string, parts: Part[], text: string, files?: string[], missing?: number]

test.each<Row>([
  ['a text part', '', [plain('See you at nine')], 'See you at nine'],
  ['a text part after the text', 'Hello', [plain('See you at nine')], 'Hello\nSee you at nine'],
  ['two text parts', '', [plain('One'), plain('Two')], 'One\nTwo'],
  ['the same text twice', 'Hello', [plain('Hello \n')], 'Hello'],
  ['a text part next to a picture', '', [plain('The door'), PICTURE], 'The door', ['image/png']],
  ['a layout', 'Hello', [LAYOUT], 'Hello'],
  ['a layout, a text, and a picture', '', [LAYOUT, plain('The door'), PICTURE], 'The door', ['image/png']],
  ['an empty part', 'Look', [EMPTY], 'Look', [], 1],
  ['an empty text part', 'Look', [plain('')], 'Look', [], 1],
  ['an empty part next to a picture', '', [EMPTY, PICTURE], '', ['image/png'], 1],
  ['a blank text part', 'Look', [plain(' \r\n')], 'Look'],
  ['UTF-8', '', [part('text/plain; charset=utf-8', 'Größe 😀')], 'Größe 😀'],
  ['UTF-8 with a mark', '', [plain('\uFEFFGröße')], 'Größe'],
  ['UTF-8 declared as Latin', '', [part('text/plain; charset=iso-8859-1', 'Größe')], 'Größe'],
  ['UTF-16 with a mark', '', [part('text/plain; charset=utf-16', wide('\uFEFFGröße 長'))], 'Größe 長'],
  ['UTF-16 with the other mark', '', [part('text/plain', wide('\uFEFFGröße').swap16())], 'Größe'],
  ['UTF-16 without a mark', '', [part('text/plain; charset=utf-16le', wide('Hello'))], 'Hello'],
  ['UTF-16, big end first, without a mark', '', [part('text/plain', wide('Hello').swap16())], 'Hello'],
  ['ISO-8859-1', '', [part('text/plain; charset=iso-8859-1', latin('Größe'))], 'Größe'],
  ['ISO-8859-1 declared as UTF-8', '', [part('text/plain; charset=utf-8', latin('Größe'))], 'Größe'],
  ['ISO-8859-1 without a charset', '', [part('text/plain', latin('Jos\xE9'))], 'José'],
  ['ISO-8859-5', '', [part('text/plain; charset=iso-8859-5', Buffer.from('bfe0d8d2d5e2', 'hex'))], 'Привет'],
  ['ISO-2022-JP', '', [part('text/plain; charset=iso-2022-jp', latin('\x1B$B$"\x1B(B'))], 'あ'],
  ['a charset that nobody knows', '', [part('text/plain; charset=x-phone', latin('Größe'))], 'Größe'],
  ['line breaks of Windows', '', [plain('One\r\nTwo\r\n')], 'One\nTwo'],
  ['a long text', 'Look', [plain('a'.repeat(1_600))], 'Look', ['text/plain']],
  ['a page as text', '', [plain('<!doctype html><html></html>')], '', ['text/html']],
  ['a contact card as text', '', [plain('BEGIN:VCARD\r\nEND:VCARD')], '', ['text/vcard']],
  ['bytes as text', '', [part('text/plain', Buffer.from([1, 2, 3, 4]))], '', ['application/octet-stream']],
])('%s', async (_, body, parts, text, files = [], missing = 0) => {
  const message = await receive(body, parts)
  const types = message.media.map(({ contentType }) => contentType)
  expect({ text: message.text, types, missing: message.missingMedia }).toEqual({ text, types: files, missing })
})

describe('a text part', () => {
  test('is found, in the list, unread, and announced once', async () => {
    const { chat, phones } = await texting.newChat(['Ann'])
    const heard = await listen(harness.url, clinic.omar)
    await phones[0]?.send(texting.frontDesk, '', [plain('The heliotrope key')])
    const [message] = await texting.messages(chat, 1)
    expect(message).toMatchObject({ text: 'The heliotrope key', media: [], pendingMedia: 0 })
    const found = await clinic.dana.get('messages.search', { body: { term: 'heliotrope' } })
    expect(found).toMatchObject([{ text: 'The heliotrope key', chatId: chat.id }])
    const unread = await clinic.dana.get('messages.unread')
    expect(unread.find(({ chatId }) => chatId === chat.id)?.messages).toMatchObject([{ text: 'The heliotrope key' }])
    const announced = heard.events().filter(({ kind, chatId }) => kind === 'MessageAddedToChat' && chatId === chat.id)
    expect(announced).toHaveLength(1)
    await heard.connection.stop()
  })

  test('STOP opts the phone out, and is not relayed', async () => {
    const { chat, phones } = await texting.newChat(['Ann', 'Ben'])
    await phones[0]?.send(texting.frontDesk, '', [LAYOUT, plain('STOP')])
    const [message] = await texting.messages(chat, 1)
    expect(message?.delivery.filter(({ status }) => status === 'queued')).toEqual([])
    const opened = await clinic.dana.get('chats.get', { params: { chatId: chat.id } })
    expect(opened.members.find(({ name }) => name === 'Ann')).toMatchObject({ optedOut: true })
  })

  test('is relayed to the other phones', async () => {
    const { phones } = await texting.newChat(['Ann', 'Ben'])
    await phones[0]?.send(texting.frontDesk, '', [plain('See you at nine')])
    const received = await phones[1]?.received(1)
    expect(received).toMatchObject([{ text: 'Ann: See you at nine', media: [] }])
  })

  test('arrives although Twilio answers 404 at first', async () => {
    const { chat, phones } = await texting.newChat(['Ann'])
    harness.sandbox.faults.set({ phone: phones[0]?.number ?? '', faults: { mediaNotFound: { times: 1 } } })
    await phones[0]?.send(texting.frontDesk, '', [plain('Late')])
    const [message] = await messagesInTime(chat, 1)
    expect(message?.text).toBe('Late')
  })

  test('keeps its place among the texts of its phone, even if Twilio answers 404 at first', async () => {
    const { chat, phones } = await texting.newChat(['Ann'])
    await sendUnreadable(phones[0]!, 'First', { times: 1 })
    await phones[0]?.send(texting.frontDesk, 'Second')
    const messages = await messagesInTime(chat, 2)
    expect(messages.map(({ text }) => text)).toEqual(['First', 'Second'])
  })

  test('keeps its place over a restart', async () => {
    const { chat, phones } = await texting.newChat(['Ann'])
    await sendUnreadable(phones[0]!, 'First', { times: 2 })
    await phones[0]?.send(texting.frontDesk, 'Second')
    await harness.restart()
    await clinic.dana.get('users.me')
    const messages = await messagesInTime(chat, 2)
    expect(messages.map(({ text }) => text)).toEqual(['First', 'Second'])
  })
})
