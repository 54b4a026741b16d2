import { RESTORE_DAYS } from '@partyline/contract'
import type { Chat, MemberId } from '@partyline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import { startHarness } from '../../tests/harness.ts'
import type { OwnHarness } from '../../tests/harness.ts'
import { listen } from '../../tests/hub.ts'
import type { MovingClock } from '../../tests/moving-clock.ts'
import { phoneOf } from '../../tests/phone.ts'
import { createStillClock } from '../../tests/still-clock.ts'
import { until } from '../../tests/until.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const DAY_MS = 86_400_000

let harness: OwnHarness
let clinic: Clinic
let clock: MovingClock
beforeAll(async () => {
  clock = createStillClock()
  harness = await startHarness({ clock })
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

let nextNumber = 100
const newPhone = async (name: string) => clinic.contact(name, `+12025562${nextNumber++}`)
const of = ({ id: chatId }: Pick<Chat, 'id'>) => ({ params: { chatId } })
const remove = (chat: Chat) => clinic.dana.get('chats.delete', of(chat))
const restore = (chat: Chat, person = clinic.dana) => person.call('chats.restore', of(chat))
const now = (chat: Chat) => clinic.dana.get('chats.get', of(chat))
const changesOf = async (chat: Chat) =>
  (await clinic.dana.get('chats.changes', of(chat))).map(({ id: _id, at: _at, ...change }) => change)
const currentIds = ({ members }: Chat) =>
  members
    .filter(({ deletedOn }) => deletedOn === null)
    .map(({ id }) => id)
    .toSorted()

test('an Admin restores a deleted chat: members, state, and unread messages are as they were', async () => {
  const { dana, omar, numbers } = clinic
  const ann = await newPhone('Ann')
  const chat = await clinic.chat('Ann’s visit', [omar.id, ann.memberId])
  const phone = phoneOf(harness.sandbox, ann.number)
  await phone.send(numbers[0].number, 'Hello')
  await until(async () => (await now(chat)).messageCount === 1)
  await dana.get('chats.setState', { ...of(chat), body: { state: 'done' } })
  const before = await omar.get('chats.get', of(chat))
  expect(before.unreadCount).toBe(1)
  const listener = await listen(harness.url, omar)
  await remove(chat)
  const { status, data } = await restore(chat)
  expect(status).toBe(200)
  expect(data).toMatchObject({ id: chat.id, archived: false, state: 'done' })
  const version = before.version + 2
  expect(await omar.get('chats.get', of(chat))).toEqual({ ...before, version })
  const found = await omar.get('chats.search', { body: { mode: 'my', state: 'done' } })
  expect(found.map(({ id }) => id)).toContain(chat.id)
  expect(await dana.get('chats.search', { body: { enabled: false } })).toEqual([])

  expect((await changesOf(chat)).slice(-2)).toEqual([
    { kind: 'archived', by: dana.id },
    { kind: 'restored', by: dana.id },
  ])
  const [entry] = await dana.get('settings.audit', { query: { limit: 1 } })
  expect(entry).toMatchObject({ kind: 'chatRestored', subject: 'Ann’s visit', by: { name: 'Dana Cole' } })
  const event = await until(async () => listener.events().find(({ kind }) => kind === 'ChatCreated'))
  expect(event).toMatchObject({
    area: 'ChatList',
    chatId: chat.id,
    version,
    data: { patch: { archived: false }, unreadCounts: { [omar.id]: 1 }, changes: [{ kind: 'restored' }] },
  })
  await listener.connection.stop()

  // The phone is in this chat again.
  await phone.send(numbers[0].number, 'Hello again')
  await until(async () => (await now(chat)).messages.some(({ text }) => text === 'Hello again'))
})

test('restoring a chat that is not deleted changes nothing', async () => {
  const chat = await clinic.chat('Twice', [clinic.dana.id])
  await remove(chat)
  const [first, second] = [await restore(chat), await restore(chat)]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.data).toEqual(first.data)
  expect((await changesOf(chat)).filter(({ kind }) => kind === 'restored')).toHaveLength(1)
})

test('two Admins at once restore it once', async () => {
  const chat = await clinic.chat('At once', [clinic.dana.id])
  await remove(chat)
  const answers = await Promise.all([restore(chat), restore(chat)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await changesOf(chat)).filter(({ kind }) => kind === 'restored')).toHaveLength(1)
})

test('only Admins restore, and another tenant’s chat does not exist', async () => {
  const chat = await clinic.chat('Mine', [clinic.omar.id])
  await remove(chat)
  expect((await restore(chat, clinic.omar)).status).toBe(403)
  const strange = (chatId: string) => clinic.stranger.call('chats.restore', { params: { chatId } })
  const [theirs, none] = [await strange(chat.id), await strange(NOBODY)]
  expect([theirs.status, theirs.error?.message]).toEqual([404, none.error?.message])
  expect((await now(chat)).archived).toBe(true)
})

test('a phone that is in another open chat on the line is named, and nothing changes', async () => {
  const bob = await newPhone('Bob')
  const chat = await clinic.chat('Bob before', [clinic.dana.id, bob.memberId])
  await remove(chat)
  const other = await clinic.chat('Bob now', [clinic.dana.id, bob.memberId])
  const { status, error } = await restore(chat)
  expect({ status, ...error }).toMatchObject({
    status: 409,
    error: 'number-busy',
    message: 'Bob is already in the chat “Bob now” on this number.',
    details: 'Remove the phone from that chat, or delete that chat. Then restore this one.',
  })
  expect((await now(chat)).archived).toBe(true)
  await remove(other)
  expect((await restore(chat)).status).toBe(200)
})

test('of two deleted chats with the same phone, only one can be restored', async () => {
  const cleo = await newPhone('Cleo')
  const chats: Chat[] = []
  for (const name of ['One', 'Two']) {
    const chat = await clinic.chat(name, [clinic.dana.id, cleo.memberId])
    await remove(chat)
    chats.push(chat)
  }
  const answers = await Promise.all(chats.map((chat) => restore(chat)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
})

test('a chat that was closed because its phone moved away gets the phone back once it is free', async () => {
  const dee = await newPhone('Dee')
  const chat = await clinic.chat('Dee before', [clinic.dana.id, dee.memberId], { message: 'Hello' })
  const memberIds: MemberId[] = [clinic.dana.id, dee.memberId]
  const body = { numberId: chat.numberId, name: 'Dee after', memberIds, moveMembers: true }
  const after = await clinic.dana.get('chats.create', { body })
  expect((await restore(chat)).error?.message).toBe('Dee is already in the chat “Dee after” on this number.')
  await remove(after)
  const { data } = await restore(chat)
  expect(data && currentIds(data)).toEqual(memberIds.toSorted())
  expect((await changesOf(chat)).slice(-2)).toEqual([
    { kind: 'restored', by: clinic.dana.id },
    { kind: 'memberAdded', memberId: dee.memberId, by: clinic.dana.id },
  ])
})

test('a chat without anyone of the team gets the Admin who restores it', async () => {
  const { dana, omar } = clinic
  const eve = await newPhone('Eve')
  const chat = await clinic.chat('Left by all', [omar.id, eve.memberId])
  await omar.get('chats.leave', of(chat))
  await remove(chat)
  const { data } = await restore(chat)
  expect(data && currentIds(data)).toEqual([dana.id, eve.memberId].toSorted())
  expect((await changesOf(chat)).at(-1)).toEqual({ kind: 'memberJoined', memberId: dana.id, by: dana.id })
})

test(`it can be restored for ${RESTORE_DAYS} days`, async () => {
  const [inTime, late] = [await clinic.chat('In time', [clinic.dana.id]), await clinic.chat('Late', [clinic.dana.id])]
  for (const chat of [inTime, late]) await remove(chat)
  clock.pass(RESTORE_DAYS * DAY_MS)
  const dana = { ...clinic.dana, ...(await harness.signIn('dana@lakeside.example')) }
  expect((await restore(inTime, dana)).status).toBe(200)
  clock.pass(1_000)
  const { status, error } = await restore(late, dana)
  expect({ status, ...error }).toMatchObject({
    status: 409,
    error: 'conflict',
    message: 'This chat was deleted more than 30 days ago and can’t be restored anymore.',
  })
  expect(await dana.get('chats.get', of(late))).toMatchObject({ archived: true })
})
