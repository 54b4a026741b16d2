import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ChatListItem, MemberId, MessageId } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { listen } from '../../tests/hub.ts'
import { phoneOf } from '../../tests/phone.ts'

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

type Params = { chatId: string }
const NOBODY = '00000000-0000-4000-8000-000000000000'
const WAIT = { timeout: 10_000 }
const team = () => [clinic.dana.id, clinic.omar.id, clinic.mei.id]

async function say(client: Client, params: Params, text: string): Promise<MessageId> {
  const form = new FormData()
  form.set('Message', text)
  return (await client.get('messages.send', { params, form })).id
}
const view = (client: Client, params: Params) => client.get('chats.viewChat', { params })
const mark = (client: Client, params: Params, messageIds: string[], asRead: boolean) =>
  client.get('chats.viewMessages', { params, body: { messageIds, asRead } })
const open = (client: Client, params: Params) => client.get('chats.get', { params })
const newTeamChat = async () => ({ chatId: (await clinic.chat('Team', team())).id })

/** The chat as the list shows it, and who has a record of its last message. */
async function listed(client: Client, { chatId }: Params) {
  const item = (await client.get('chats.search', { body: {} })).find(({ id }) => id === chatId) as ChatListItem
  return {
    hasUnread: item.hasUnread,
    unreadCount: item.unreadCount,
    seenBy: item.lastMessage?.delivery.map(({ memberId }) => memberId).toSorted(),
  }
}

test('a message is unread for every other user until they view the chat', async () => {
  const chat = await newTeamChat()
  await say(clinic.dana, chat, 'One')
  await say(clinic.dana, chat, 'Two')
  expect(await listed(clinic.dana, chat)).toEqual({ hasUnread: true, unreadCount: 0, seenBy: [clinic.dana.id] })
  expect((await listed(clinic.omar, chat)).unreadCount).toBe(2)

  await view(clinic.omar, chat)
  expect(await listed(clinic.omar, chat)).toMatchObject({ hasUnread: true, unreadCount: 0 })
  await view(clinic.mei, chat)
  expect(await listed(clinic.mei, chat)).toEqual({ hasUnread: false, unreadCount: 0, seenBy: team().toSorted() })

  const { messages } = await open(clinic.mei, chat)
  expect(messages.map(({ delivery }) => delivery.map(({ memberId }) => memberId).toSorted())).toEqual([
    team().toSorted(),
    team().toSorted(),
  ])
})

test('viewing again changes nothing', async () => {
  const chat = await newTeamChat()
  await say(clinic.dana, chat, 'Once')
  await view(clinic.omar, chat)
  const before = await open(clinic.omar, chat)
  await view(clinic.omar, chat)
  await mark(clinic.omar, chat, [before.messages[0]?.id ?? ''], true)
  expect(await open(clinic.omar, chat)).toEqual(before)
})

test('a user who is not a member can view the chat without leaving a record', async () => {
  const { id: chatId } = await clinic.chat('Two of us', [clinic.dana.id, clinic.omar.id])
  const messageId = await say(clinic.dana, { chatId }, 'Between us')
  const before = await open(clinic.mei, { chatId })
  await view(clinic.mei, { chatId })
  await mark(clinic.mei, { chatId }, [messageId], true)
  await mark(clinic.mei, { chatId }, [messageId], false)
  expect(await open(clinic.mei, { chatId })).toEqual(before)
  expect(before.unreadCount).toBe(0)
})

test('single messages can be marked as read and as unread', async () => {
  const chat = await newTeamChat()
  const ids = [await say(clinic.dana, chat, 'A'), await say(clinic.dana, chat, 'B'), await say(clinic.dana, chat, 'C')]
  await mark(clinic.omar, chat, [ids[0] ?? '', ids[2] ?? ''], true)
  expect((await open(clinic.omar, chat)).unreadCount).toBe(1)
  await mark(clinic.omar, chat, [ids[2] ?? ''], false)
  expect(await listed(clinic.omar, chat)).toMatchObject({ unreadCount: 2, seenBy: [clinic.dana.id] })
  await mark(clinic.omar, chat, [ids[2] ?? ''], false)
  expect((await open(clinic.omar, chat)).unreadCount).toBe(2)
})

test('an inbound text is read by users who viewed it, and an unread mark is announced', async () => {
  const { memberId, number } = await clinic.contact('Nell', '+12025550198')
  const { id: chatId } = await clinic.chat('Nell', [...team(), memberId])
  await phoneOf(harness.sandbox, number).send(clinic.numbers[0].number, 'Are you open today?')
  await vi.waitFor(async () => expect((await listed(clinic.mei, { chatId })).unreadCount).toBe(1), WAIT)
  expect(await listed(clinic.dana, { chatId })).toEqual({ hasUnread: true, unreadCount: 1, seenBy: [memberId] })

  await view(clinic.omar, { chatId })
  await view(clinic.mei, { chatId })
  const seenByBoth = [clinic.omar.id, clinic.mei.id, memberId].toSorted()
  expect(await listed(clinic.omar, { chatId })).toEqual({ hasUnread: true, unreadCount: 0, seenBy: seenByBoth })

  const listener = await listen(harness.url, clinic.omar)
  const [text] = (await open(clinic.omar, { chatId })).messages
  await mark(clinic.omar, { chatId }, [text?.id ?? ''], false)
  await vi.waitFor(() => expect(listener.events()).toHaveLength(1), WAIT)
  await listener.connection.stop()
  expect(listener.events()[0]?.data).toEqual({
    patch: { hasUnread: true },
    changed: [],
    removed: [{ messageId: text?.id, memberId: clinic.omar.id }],
    unreadCounts: { [clinic.omar.id]: 1 },
  })
  const seenByMei = [clinic.mei.id, memberId].toSorted()
  expect(await listed(clinic.omar, { chatId })).toEqual({ hasUnread: true, unreadCount: 1, seenBy: seenByMei })
  const unread = await clinic.omar.get('messages.unread')
  expect(unread.find((chat) => chat.chatId === chatId)?.messages.map(({ id }) => id)).toEqual([text?.id])
})

test('the unread total counts the user’s open chats', async () => {
  const total = () => clinic.mei.get('chats.unreadTotal')
  const before = await total()
  const more = (chats: number, messages: number) => ({
    chats: before.chats + chats,
    messages: before.messages + messages,
  })
  const [left, deleted, read, done] = [
    await newTeamChat(),
    await newTeamChat(),
    await newTeamChat(),
    await newTeamChat(),
  ]
  const { id: chatId } = await clinic.chat('Without Mei', [clinic.dana.id, clinic.omar.id])
  for (const chat of [left, deleted, deleted, read, done, { chatId }]) await say(clinic.dana, chat, 'Hello')
  expect(await total()).toEqual(more(4, 5))
  await clinic.dana.call('chats.setState', { params: done, body: { state: 'done' } })
  expect(await total()).toEqual(more(3, 4))
  await view(clinic.mei, read)
  expect(await total()).toEqual(more(2, 3))
  await clinic.mei.get('chats.leave', { params: left })
  expect(await total()).toEqual(more(1, 2))
  await clinic.dana.get('chats.delete', { params: deleted })
  expect(await total()).toEqual(before)
})

test('a user’s own messages cannot be marked as unread, and messages of other chats are ignored', async () => {
  const [chat, other] = [await newTeamChat(), await newTeamChat()]
  const own = await say(clinic.omar, chat, 'Mine')
  const elsewhere = await say(clinic.dana, other, 'Elsewhere')
  const before = await open(clinic.omar, chat)
  await mark(clinic.omar, chat, [own, elsewhere, NOBODY], false)
  await mark(clinic.omar, chat, [elsewhere, NOBODY], true)
  expect(await open(clinic.omar, chat)).toEqual(before)
  expect((await open(clinic.omar, other)).unreadCount).toBe(1)
})

test('messages before a user joined are not unread for them', async () => {
  const { id: chatId } = await clinic.chat('Late', [clinic.dana.id])
  const early = await say(clinic.dana, { chatId }, 'Early')
  await say(clinic.dana, { chatId }, 'Still early')
  await clinic.mei.get('chats.join', { params: { chatId } })
  expect(await listed(clinic.mei, { chatId })).toMatchObject({ hasUnread: true, unreadCount: 0 })
  await say(clinic.dana, { chatId }, 'Late')
  expect((await listed(clinic.mei, { chatId })).unreadCount).toBe(1)
  for (const asRead of [true, false]) {
    await mark(clinic.mei, { chatId }, [early], asRead)
    expect((await listed(clinic.mei, { chatId })).unreadCount).toBe(1)
  }
  await view(clinic.mei, { chatId })
  expect(await listed(clinic.mei, { chatId })).toMatchObject({ hasUnread: false, unreadCount: 0 })
})

test('a user who left and joins again has no unread messages', async () => {
  const chat = await newTeamChat()
  await say(clinic.dana, chat, 'Unread')
  await clinic.mei.get('chats.leave', { params: chat })
  expect((await listed(clinic.mei, chat)).unreadCount).toBe(0)
  await say(clinic.dana, chat, 'Missed')
  await clinic.mei.get('chats.join', { params: chat })
  expect((await listed(clinic.mei, chat)).unreadCount).toBe(0)
})

test('a phone that joins late gets a record of the last message, so that the chat counts as seen by all', async () => {
  const { id: chatId } = await clinic.chat('Phone later', [clinic.dana.id])
  await say(clinic.dana, { chatId }, 'Before')
  const { memberId } = await clinic.contact('Lou', '+12025550199')
  const body = {
    name: 'Phone later',
    numberId: clinic.numbers[0].id,
    memberIds: [clinic.dana.id, memberId] as MemberId[],
  }
  const { messages, hasUnread } = await clinic.dana.get('chats.update', { params: { chatId }, body })
  expect(hasUnread).toBe(false)
  expect(messages[0]?.delivery).toContainEqual(
    expect.objectContaining({ memberId, status: 'skipped', errorText: 'Joined after this message.' }),
  )
})

test('a chat becomes seen by all when its only remaining reader leaves', async () => {
  const { id: chatId } = await clinic.chat('Leaving', [clinic.dana.id, clinic.omar.id])
  await say(clinic.dana, { chatId }, 'Hello')
  expect((await listed(clinic.dana, { chatId })).hasUnread).toBe(true)
  await clinic.omar.get('chats.leave', { params: { chatId } })
  expect((await listed(clinic.dana, { chatId })).hasUnread).toBe(false)
})

test('reading more than a page of messages is announced without data, so that clients refetch', async () => {
  const chat = await newTeamChat()
  for (let round = 0; round < 21; round++) {
    await Promise.all(Array.from({ length: 10 }, (_, index) => say(clinic.dana, chat, `${round}.${index}`)))
  }
  const mei = await listen(harness.url, clinic.mei)
  await view(clinic.omar, chat)
  await vi.waitFor(() => expect(mei.events()).toHaveLength(1), WAIT)
  await mei.connection.stop()
  expect(mei.events()).toMatchObject([{ kind: 'DeliveryStatusUpdated', version: null, data: null, ...chat }])
  expect(await listed(clinic.omar, chat)).toMatchObject({ unreadCount: 0 })
  expect((await listed(clinic.mei, chat)).unreadCount).toBe(210)
})

test('a disabled user does not keep a chat from being seen by all', async () => {
  const { id: chatId } = await clinic.chat('Disabled reader', [clinic.dana.id, clinic.mei.id])
  await say(clinic.dana, { chatId }, 'Are you there?')
  const setMei = (disabled: boolean) =>
    clinic.dana.get('settings.updateUser', {
      params: { userId: clinic.mei.id },
      body: { role: 'User', name: 'Mei Tanaka', disabled },
    })
  await setMei(true)
  expect(await listed(clinic.dana, { chatId })).toMatchObject({ hasUnread: false })
  const disabled = (await open(clinic.dana, { chatId })).members.filter((member) => member.disabled)
  expect(disabled).toMatchObject([{ name: 'Mei Tanaka', deletedOn: null }])
  await setMei(false)
  expect(await listed(clinic.dana, { chatId })).toMatchObject({ hasUnread: true })
})

test.for([
  [{ messageIds: [], asRead: true }, 'messageIds'],
  [{ messageIds: ['no id'], asRead: true }, 'messageIds.0'],
  [{ messageIds: Array.from({ length: 201 }, () => NOBODY), asRead: true }, 'messageIds'],
  [{ messageIds: [NOBODY] }, 'asRead'],
] as const)('viewMessages refuses %o', async ([body, field]) => {
  const { status, error } = await clinic.dana.call('chats.viewMessages', { params: await newTeamChat(), body })
  expect([status, Object.keys(error?.errors ?? {})]).toEqual([400, [field]])
})
