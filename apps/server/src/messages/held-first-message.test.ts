import type { Chat, Message } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '../../tests/hub.ts'
import { formOf } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'
import { HOLD_MS, openWaitingRoom } from './tests/waiting-room.ts'
import type { WaitingRoom } from './tests/waiting-room.ts'

const HELD = { message: 'Hello', holdSeconds: 5 }
let room: WaitingRoom
let clinic: WaitingRoom['clinic']
let texting: WaitingRoom['texting']
let opened: WaitingRoom['opened']
let cancel: WaitingRoom['cancel']
beforeAll(async () => {
  room = await openWaitingRoom()
  ;({ clinic, texting, opened, cancel } = room)
})
afterAll(() => room.harness.close())

const release = () => room.pass(HOLD_MS)
const heldIn = ({ pending: [held] }: Chat): Message => {
  if (!held) throw new Error('The chat has no pending message.')
  return held
}
const create = (body: object, key?: string, by: Client = clinic.dana) =>
  by.call('chats.create', {
    body: { numberId: clinic.numbers[0].id, name: 'Again', ...body },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const inList = async ({ id }: Pick<Chat, 'id'>, by: Client) =>
  (await by.get('chats.search', { body: { limit: 200 } })).find((chat) => chat.id === id)

test('is not in its chat until it is released, under the same ID, and assigns no one', async () => {
  const listener = await listen(room.harness.url, clinic.omar)
  const { chat, phones } = await texting.newChat(['Ada'], HELD)
  const held = heldIn(chat)
  expect(chat).toMatchObject({ messages: [], messageCount: 0, hasUnread: false, unreadCount: 0, scheduledCount: 0 })
  expect(held).toMatchObject({
    text: 'Hello',
    sentBy: clinic.dana.id,
    delivery: [{ memberId: clinic.dana.id, status: 'read' }, { status: 'queued' }],
    pending: { state: 'held', sendOn: room.inFuture(HOLD_MS), reason: null },
  })
  expect(await inList(chat, clinic.omar)).toMatchObject({ lastMessage: null, hasUnread: false, unreadCount: 0 })
  expect(await clinic.omar.get('messages.search', { body: { term: 'Hello' } })).toEqual([])
  const eventsOfChat = () => listener.events().filter(({ chatId }) => chatId === chat.id)
  await until(async () => eventsOfChat().length === 2)
  expect(eventsOfChat()).toMatchObject([
    { kind: 'ChatCreated', version: 1, chatId: chat.id, data: { lastMessage: null } },
    { kind: 'ChatUpdated', version: 2, data: { pending: [held] } },
  ])
  expect(texting.postsTo(phones[0]!.number)).toBe(0)

  release()
  const [message] = await texting.messages(chat, 1)
  expect(message).toMatchObject({ id: held.id, text: 'Hello' })
  expect((await phones[0]!.received(1)).map(({ text }) => text)).toEqual(['Hello'])
  expect(await opened(chat)).toMatchObject({ pending: [], assignedTo: null })
  expect(await inList(chat, clinic.omar)).toMatchObject({ lastMessage: { text: 'Hello' }, unreadCount: 1 })
  await until(async () => eventsOfChat().some(({ kind }) => kind === 'MessageAddedToChat'))
  await listener.connection.stop()
})

test('is a draft of its author after undo, in a chat without messages', async () => {
  const { chat, phones } = await texting.newChat(['Bea'], HELD)
  const held = heldIn(chat)
  expect((await cancel(chat, held)).status).toBe(200)
  release()
  const [draft] = (await opened(chat)).pending
  expect(draft).toMatchObject({
    id: held.id,
    text: 'Hello',
    pending: { state: 'returned', reason: 'undone', owner: clinic.dana.id },
  })
  // Sent again, it is still the message that started the chat.
  const form = formOf('Hello, Bea', { HoldSeconds: '5', ReplacesMessageId: held.id })
  await clinic.dana.get('messages.send', { params: { chatId: chat.id }, form })
  release()
  expect((await texting.messages(chat, 1)).map(({ text }) => text)).toEqual(['Hello, Bea'])
  expect((await phones[0]!.received(1)).map(({ text }) => text)).toEqual(['Hello, Bea'])
  expect(await opened(chat)).toMatchObject({ pending: [], assignedTo: null })
})

test('sent at once after undo, it assigns no one either, but the next message does', async () => {
  const { chat } = await texting.newChat(['Bob'], HELD)
  const held = heldIn(chat)
  await cancel(chat, held)
  const params = { chatId: chat.id }
  await clinic.dana.get('messages.send', { params, form: formOf('Hello', { ReplacesMessageId: held.id }) })
  expect(await opened(chat)).toMatchObject({ messageCount: 1, assignedTo: null })
  await texting.send(chat, 'Anyone there?')
  expect(await opened(chat)).toMatchObject({ messageCount: 2, assignedTo: clinic.dana.id })
})

test('later messages wait behind it, also those of others', async () => {
  const { chat, phones } = await texting.newChat(['Cleo'], { message: 'One', holdSeconds: 5 })
  const inTurn = { params: { chatId: chat.id }, form: formOf('Two', { HoldSeconds: '0' }) }
  expect((await clinic.omar.get('messages.send', inTurn)).pending?.state).toBe('held')
  room.pass(HOLD_MS + 10)
  expect((await texting.messages(chat, 2)).map(({ text }) => text)).toEqual(['One', 'Two'])
  expect((await phones[0]!.received(2)).map(({ text }) => text)).toEqual(['One', 'Two'])
})

test('is sent after a text that arrived in the meantime', async () => {
  const { chat, phones } = await texting.newChat(['Dina'], HELD)
  await phones[0]!.send(texting.frontDesk, 'First')
  await texting.messages(chat, 1)
  release()
  expect((await texting.messages(chat, 2)).map(({ text }) => text)).toEqual(['First', 'Hello'])
})

test('a repeated request returns the same chat with the same message, sent or undone', async () => {
  const { memberId, number } = await clinic.contact('Effi', '+12025550131')
  const body = { memberIds: [clinic.dana.id, memberId], ...HELD }
  const { data: chat } = await create(body, 'effi')
  const held = heldIn(chat)
  expect((await create(body, 'effi')).data).toEqual(chat)
  for (const other of [{ holdSeconds: 10 }, { holdSeconds: 0 }]) {
    expect((await create({ ...body, ...other }, 'effi')).error?.error).toBe('idempotency-mismatch')
  }
  const form = formOf('Two', { HoldSeconds: '0' })
  const headers = { 'idempotency-key': 'effi, again' }
  const second = await clinic.dana.get('messages.send', { params: { chatId: chat.id }, form, headers })
  room.pass(HOLD_MS + 10)
  await texting.messages(chat, 2)
  const repeated = (await create(body, 'effi')).data
  expect(repeated).toMatchObject({ id: chat.id, messages: [{ id: held.id }, { id: second.id }], pending: [] })
  await texting.settled(chat, second)
  expect(texting.postsTo(number)).toBe(2)

  const { chat: undone } = await texting.newChat(['Eva'])
  const again = { memberIds: undone.members.map(({ id }) => id), moveMembers: true, ...HELD }
  const { data: first } = await create(again, 'eva')
  await cancel(first, heldIn(first))
  expect((await create(again, 'eva')).data).toMatchObject({
    id: first.id,
    messages: [],
    pending: [{ id: heldIn(first).id, pending: { reason: 'undone' } }],
  })
})

test('no hold is the same request as a hold of 0 seconds, and sends at once', async () => {
  const { memberId } = await clinic.contact('Edda', '+12025550132')
  const body = { memberIds: [clinic.dana.id, memberId], message: 'Hello' }
  const { data: chat } = await create(body, 'edda')
  expect(chat).toMatchObject({ messages: [{ text: 'Hello' }], pending: [], assignedTo: null })
  expect((await create({ ...body, holdSeconds: 0 }, 'edda')).data.id).toBe(chat.id)
})

test('a form holds it, too, with its file', async () => {
  const file = new File(['BEGIN:VCARD\nVERSION:3.0\nFN:Gina\nEND:VCARD'], 'gina.vcf', { type: 'text/vcard' })
  const fields = { NumberId: clinic.numbers[0].id, Name: 'Form', MemberIds: clinic.dana.id, HoldSeconds: '10' }
  const chat = await clinic.dana.get('chats.create', { form: formOf('Look', { ...fields, Media: file }) })
  expect(heldIn(chat)).toMatchObject({ text: 'Look', media: [{ fileName: 'gina.vcf' }], pending: { state: 'held' } })
  release()
  expect((await opened(chat)).messages).toEqual([])
  release()
  expect(await texting.messages(chat, 1)).toMatchObject([{ text: 'Look', media: [{ fileName: 'gina.vcf' }] }])
})

test('survives a restart, and is sent once', async () => {
  const { chat, phones } = await texting.newChat(['Fina'], HELD)
  await room.harness.restart()
  expect((await opened(chat)).messages).toEqual([])
  // The process that was started does not know of it before it has looked.
  await until(async () => {
    release()
    return (await texting.messagesOf(chat)).length > 0
  })
  await texting.settled(chat, (await opened(chat)).messages[0]!)
  release()
  expect(texting.postsTo(phones[0]!.number)).toBe(1)
})

test('another time than those to choose from is refused, and no chat is created', async () => {
  const text = 'HoldSeconds should be one of 0, 5, 10, 30.'
  const memberIds = [clinic.dana.id]
  for (const holdSeconds of [7, -5, '5', null]) {
    const { status, error } = await create({ name: 'Never there', memberIds, ...HELD, holdSeconds })
    expect([status, error?.errors]).toEqual([400, { holdSeconds: [text] }])
  }
  const fields = { NumberId: clinic.numbers[0].id, Name: 'Never there', MemberIds: clinic.dana.id }
  for (const HoldSeconds of ['7', 'five']) {
    const { status, error } = await clinic.dana.call('chats.create', { form: formOf('Hi', { ...fields, HoldSeconds }) })
    expect([status, error?.errors]).toEqual([400, { HoldSeconds: [text] }])
  }
  expect(await clinic.dana.get('chats.search', { body: { term: 'Never there' } })).toEqual([])
})

test('its author has to be in the chat, or the chat is not created', async () => {
  const body = { name: 'For Mei', memberIds: [clinic.mei.id], ...HELD }
  const { status, error } = await create(body, 'for-mei', clinic.omar)
  expect([status, error?.error]).toEqual([403, 'not-a-member'])
  expect(await clinic.omar.get('chats.search', { body: { term: 'For Mei' } })).toEqual([])
  // Admins write in every chat.
  const { data: chat } = await create(body)
  release()
  expect(await texting.messages(chat, 1)).toMatchObject([{ sentBy: clinic.dana.id }])
})

test('another tenant neither sees nor undoes it', async () => {
  const { chat } = await texting.newChat(['Hana'], HELD)
  const { stranger } = clinic
  expect((await stranger.call('chats.get', { params: { chatId: chat.id } })).status).toBe(404)
  expect(await inList(chat, stranger)).toBeUndefined()
  expect((await cancel(chat, heldIn(chat), stranger)).status).toBe(404)
  expect((await opened(chat)).pending).toEqual(chat.pending)
})
