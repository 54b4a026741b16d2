import { chatChange } from '@partyline/contract'
import type { Chat, ChatChange, MemberId } from '@partyline/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { listen } from '../../tests/hub.ts'
import { phoneOf } from '../../tests/phone.ts'
import { until } from '../../tests/until.ts'

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

type ChatOf = Pick<Chat, 'id'>
let nextNumber = 6_000
const newContact = async (name: string) => {
  const { memberId, number } = await clinic.contact(name, `+1202558${nextNumber++}`)
  return { memberId, phone: phoneOf(harness.sandbox, number) }
}
const changesOf = ({ id: chatId }: ChatOf, query: Record<string, string | number> = {}) =>
  clinic.dana.get('chats.changes', { params: { chatId }, query })
const update = (chat: Chat, change: object) => {
  const memberIds = chat.members.filter(({ disabled }) => !disabled).map(({ id }) => id)
  const body = { name: chat.name, numberId: chat.numberId, memberIds, relay: chat.relay, ...change }
  return clinic.dana.get('chats.update', { params: { chatId: chat.id }, body })
}

/** The chat’s changes since it was created, without IDs and times. */
async function told(chat: ChatOf): Promise<object[]> {
  const [created, ...changes] = await changesOf(chat)
  expect(created?.kind).toBe('created')
  return changes.map(({ id: _id, at: _at, ...change }) => change)
}
const by = (person: { id: MemberId } | null) => ({ by: person?.id ?? null })

describe('a chat records', () => {
  test('who created it, and when', async () => {
    const chat = await clinic.chat('New', [clinic.dana.id, clinic.omar.id])
    const [created] = await changesOf(chat)
    expect(created).toEqual({ kind: 'created', ...by(clinic.dana), id: expect.any(String), at: expect.any(String) })
    expect(chatChange.parse(created)).toEqual(created)
  })

  test('no creator if an inbound text opened it', async () => {
    const phone = phoneOf(harness.sandbox, '+12025587999')
    await phone.send(clinic.numbers[0].number, 'Hello?')
    const chat = await until(async () => (await clinic.dana.get('chats.search', { body: { term: '7999' } }))[0])
    expect(await changesOf(chat)).toMatchObject([{ kind: 'created', by: null }])
  })

  test('a new name, a new line, and whether it relays', async () => {
    const chat = await clinic.chat('Before', [clinic.dana.id])
    const [first, second] = clinic.numbers
    const renamed = await update(chat, { name: 'After' })
    await update(renamed, { numberId: second.id, relay: false })
    await update({ ...renamed, numberId: second.id }, { relay: true })
    expect(await told(chat)).toEqual([
      { kind: 'renamed', from: 'Before', to: 'After', ...by(clinic.dana) },
      { kind: 'numberChanged', from: first.number, to: second.number, ...by(clinic.dana) },
      { kind: 'relayOff', ...by(clinic.dana) },
      { kind: 'relayOn', ...by(clinic.dana) },
    ])
  })

  test('who added, removed, joined, and left', async () => {
    const chat = await clinic.chat('People', [clinic.dana.id])
    const params = { chatId: chat.id, memberId: clinic.mei.id }
    await update(chat, { memberIds: [clinic.dana.id, clinic.mei.id] })
    await clinic.dana.get('chats.removeMember', { params })
    await clinic.mei.get('chats.join', { params })
    await clinic.mei.get('chats.leave', { params })
    await update(chat, { memberIds: [clinic.omar.id] })
    const mei = { memberId: clinic.mei.id }
    expect(await told(chat)).toEqual([
      { kind: 'memberAdded', ...mei, ...by(clinic.dana) },
      { kind: 'memberRemoved', ...mei, ...by(clinic.dana) },
      { kind: 'memberJoined', ...mei, ...by(clinic.mei) },
      { kind: 'memberLeft', ...mei, ...by(clinic.mei) },
      { kind: 'memberLeft', memberId: clinic.dana.id, ...by(clinic.dana) },
      { kind: 'memberAdded', memberId: clinic.omar.id, ...by(clinic.dana) },
    ])
    const { members } = await clinic.dana.get('chats.get', { params })
    expect(members.find(({ id }) => id === clinic.mei.id)).toMatchObject({ name: 'Mei Tanaka', disabled: true })
  })

  test('whose contact was deleted, and by whom', async () => {
    const { memberId } = await newContact('Ada')
    const chat = await clinic.chat('Ada', [clinic.omar.id, memberId])
    await clinic.dana.get('settings.deleteMobileNumber', { params: { numberId: memberId } })
    expect(await told(chat)).toEqual([{ kind: 'memberRemoved', memberId, ...by(clinic.dana) }])
  })

  test('who archived it', async () => {
    const chat = await clinic.chat('Over', [clinic.dana.id, clinic.omar.id])
    await clinic.omar.get('chats.delete', { params: { chatId: chat.id } })
    expect(await told(chat)).toEqual([{ kind: 'archived', ...by(clinic.omar) }])
  })

  test('a moved phone in both chats, each with a reference to the other', async () => {
    const [{ memberId: eve }, { memberId: fay }] = [await newContact('Eve'), await newContact('Fay')]
    const group = await clinic.chat('Group', [clinic.dana.id, eve, fay])
    const alone = await clinic.chat('Fay alone', [clinic.dana.id])
    await update(alone, { memberIds: [clinic.dana.id, fay, clinic.mei.id], moveMembers: true })
    const body = { numberId: clinic.numbers[0].id, name: 'Eve anew', memberIds: [eve], moveMembers: true }
    const anew = await clinic.dana.get('chats.create', { body })
    const moved = (kind: string, memberId: MemberId, { id, name }: Chat) => ({
      kind,
      memberId,
      otherChat: { id, name },
      ...by(clinic.dana),
    })
    expect(await told(group)).toEqual([
      moved('phoneMovedAway', fay, alone),
      moved('phoneMovedAway', eve, anew),
      { kind: 'archived', ...by(clinic.dana) },
    ])
    expect(await told(alone)).toEqual([
      moved('phoneMovedHere', fay, group),
      { kind: 'memberAdded', memberId: clinic.mei.id, ...by(clinic.dana) },
    ])
    expect(await told(anew)).toEqual([moved('phoneMovedHere', eve, group)])
  })

  test('STOP and START of a phone, after the text', async () => {
    const { memberId, phone } = await newContact('Gil')
    const chat = await clinic.chat('Gil', [clinic.dana.id, memberId])
    const number = clinic.numbers[0].number
    await phone.send(number, 'STOP')
    await until(async () => (await told(chat)).length === 1)
    await phone.send(number, 'START')
    await until(async () => (await told(chat)).length === 2)
    expect(await told(chat)).toEqual([
      { kind: 'optedOut', memberId, ...by(null) },
      { kind: 'optedIn', memberId, ...by(null) },
    ])
    const { messages } = await clinic.dana.get('chats.get', { params: { chatId: chat.id } })
    const ids = [...messages, ...(await changesOf(chat))].map(({ id }) => id as string).toSorted()
    const [stop, start] = messages.map(({ id }) => id)
    expect([ids[1], ids[3]]).toEqual([stop, start])
  })

  test('no change if nothing changed', async () => {
    const chat = await clinic.chat('Same', [clinic.dana.id])
    await update(chat, {})
    await clinic.dana.get('chats.join', { params: { chatId: chat.id } })
    await clinic.mei.get('chats.leave', { params: { chatId: chat.id } })
    expect(await told(chat)).toEqual([])
  })
})

test('changes are announced with the event of their cause, each once', async () => {
  const listener = await listen(harness.url, clinic.omar)
  const { memberId } = await newContact('Jo')
  const chat = await clinic.chat('Live', [clinic.dana.id, memberId])
  await update(chat, { name: 'Alive', memberIds: [clinic.dana.id, clinic.omar.id], relay: false })
  await clinic.dana.get('chats.delete', { params: { chatId: chat.id } })
  const eventsOf = () => listener.events().filter(({ chatId }) => chatId === chat.id)
  await until(async () => eventsOf().some(({ kind }) => kind === 'ChatArchived'))
  await listener.connection.stop()
  const lines = eventsOf().map(({ kind, data }) => [kind, data && 'lastMessage' in data ? data.changes : []] as const)
  expect(lines.map(([kind, changes]) => [kind, changes.map((change) => change.kind)])).toEqual([
    ['ChatCreated', ['created']],
    ['MemberRemovedFromChat', ['memberRemoved']],
    ['ChatUpdated', ['renamed', 'relayOff']],
    ['MemberAddedToChat', ['memberAdded']],
    ['ChatArchived', ['archived']],
  ])
  expect(lines.flatMap(([, changes]) => changes)).toEqual(await changesOf(chat))
})

describe('a page of changes', () => {
  let chat: Chat
  let all: ChatChange[]
  beforeAll(async () => {
    chat = await clinic.chat('Name 0', [clinic.dana.id], { message: 'Between' })
    for (let time = 1; time <= 5; time++) chat = await update(chat, { name: `Name ${time}` })
    all = await changesOf(chat)
  })
  const idAt = (index: number) => all[index]?.id ?? ''

  test('has the newest changes, oldest first', async () => {
    expect(all.map(({ kind }) => kind)).toEqual(['created', 'renamed', 'renamed', 'renamed', 'renamed', 'renamed'])
    expect(await changesOf(chat, { limit: 2 })).toEqual(all.slice(-2))
  })

  test('goes back, forward, and between two changes', async () => {
    expect(await changesOf(chat, { before: idAt(4), limit: 2 })).toEqual(all.slice(2, 4))
    expect(await changesOf(chat, { after: idAt(1), limit: 2 })).toEqual(all.slice(2, 4))
    expect(await changesOf(chat, { after: idAt(0), before: idAt(3) })).toEqual(all.slice(1, 3))
  })

  test('can start at a message too', async () => {
    const { messages } = await clinic.dana.get('chats.get', { params: { chatId: chat.id } })
    expect(await changesOf(chat, { after: messages[0]?.id ?? '' })).toEqual(all.slice(1))
    expect(await changesOf(chat, { before: messages[0]?.id ?? '' })).toEqual(all.slice(0, 1))
  })

  test.for([[{ limit: 0 }], [{ limit: 201 }], [{ before: 'x' }], [{ around: '1' }]])('refuses %o', async ([query]) => {
    const { status } = await clinic.dana.call('chats.changes', { params: { chatId: chat.id }, query })
    expect(status).toBe(400)
  })

  test('can be read by every user of the tenant, also in an archived chat, but not by others', async () => {
    const params = { chatId: chat.id }
    await clinic.dana.get('chats.delete', { params })
    expect(await clinic.mei.get('chats.changes', { params })).toEqual(await changesOf(chat))
    expect((await clinic.stranger.call('chats.changes', { params })).status).toBe(404)
  })
})
