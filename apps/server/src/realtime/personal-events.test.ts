import { randomUUID } from 'node:crypto'
import { eventWithoutData } from '@partyline/contract'
import type { ChatId, RealtimeEvent, SessionId, TenantId, UserId } from '@partyline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { listen } from '../../tests/hub.ts'
import type { Listener } from '../../tests/hub.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { until } from '../../tests/until.ts'
import { personalEvents } from './personal-events.ts'

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

/** Every field whose name says that its values belong to someone. Of `changed`, `removed` and `members`, everyone sees all. */
const isPersonal = ([name]: [string, unknown]) => /unread|mention|notify/i.test(name)

/** The kinds of a chat's events, with the personal fields that the listener received. */
function personalFields(listener: Listener, chatId: ChatId) {
  const ofChat = listener.events().filter((event) => event.chatId === chatId)
  return ofChat.map(({ kind, data }) => [kind, Object.fromEntries(Object.entries(data ?? {}).filter(isPersonal))])
}

test('each person receives their own values only, in every kind of event that has some', async () => {
  const { dana, omar, mei } = clinic
  const listeners = await Promise.all([dana, omar, mei].map((person) => listen(harness.url, person)))
  const { id: chatId, numberId } = await clinic.chat('Personal', [dana.id, omar.id], { message: 'One' })
  const params = { chatId, memberId: mei.id }
  const send = (text: string) => {
    const form = new FormData()
    form.set('Message', text)
    return dana.get('messages.send', { params, form })
  }
  const mention = ({ id }: typeof mei) =>
    dana.get('notes.add', { params, body: { text: 'Please call', mentions: [id as string as UserId] } })

  await mei.get('chats.join', { params })
  await omar.get('chats.setNotify', { params, body: { notify: 'none' } })
  await mei.get('chats.setNotify', { params, body: { notify: 'all' } })
  await send('Two')
  await omar.get('chats.viewChat', { params })
  await send('Three')
  await mention(omar)
  await mention(omar)
  await mention(mei)
  await dana.get('chats.update', { params, body: { name: 'Renamed', numberId, memberIds: [dana.id, omar.id] } })
  await dana.get('chats.delete', { params })
  for (const listener of listeners)
    await until(async () => listener.events().some(({ kind }) => kind === 'ChatArchived'))
  await Promise.all(listeners.map(({ connection }) => connection.stop()))

  const [none, noMentions] = [{ unreadCounts: {} }, { mentionCounts: {} }]
  const unread = ({ id }: typeof mei, count: number) => ({ unreadCounts: { [id]: count } })
  const mentions = ({ id }: typeof mei, count: number) => ({ mentionCounts: { [id]: count } })
  const chose = ({ id }: typeof mei, notify: string) => ({ notify: { [id]: notify } })
  const no = { notify: {} }
  const rows = [
    ['ChatCreated', unread(dana, 0), unread(omar, 0), none],
    ['MessageAddedToChat', none, unread(omar, 1), none],
    ['MemberAddedToChat', none, none, unread(mei, 0)],
    [
      'MessageAddedToChat',
      { ...none, ...no },
      { ...unread(omar, 2), ...chose(omar, 'none') },
      { ...unread(mei, 1), ...chose(mei, 'all') },
    ],
    ['DeliveryStatusUpdated', none, unread(omar, 0), none],
    [
      'MessageAddedToChat',
      { ...none, ...no },
      { ...unread(omar, 1), ...chose(omar, 'none') },
      { ...unread(mei, 2), ...chose(mei, 'all') },
    ],
    ['NotesChanged', noMentions, mentions(omar, 1), noMentions],
    ['NotesChanged', noMentions, mentions(omar, 2), noMentions],
    ['NotesChanged', noMentions, noMentions, mentions(mei, 1)],
    ['MemberRemovedFromChat', none, none, unread(mei, 0)],
    ['ChatUpdated', none, none, unread(mei, 0)],
    ['ChatArchived', none, none, none],
  ] as const
  expect(listeners.map((listener) => personalFields(listener, chatId))).toEqual(
    [1, 2, 3].map((at) => rows.map((row) => [row[0], row[at]])),
  )
})

test('people of whom a list of events has no values share it, and so do the connections of one person', () => {
  const tenantId = randomUUID() as TenantId
  const [omar, mei, ana, ben] = Array.from({ length: 4 }, () => randomUUID() as UserId) as [
    UserId,
    UserId,
    UserId,
    UserId,
  ]
  const counted = (unreadCounts: Record<string, number>) =>
    ({
      tenantId,
      chatId: randomUUID(),
      area: 'ChatContent',
      kind: 'DeliveryStatusUpdated',
      data: { unreadCounts },
    }) as RealtimeEvent
  const argsFor = personalEvents([
    [counted({ [omar]: 1 }), eventWithoutData(tenantId, 'UserAdded'), counted({ [mei]: 2 })],
  ])
  const of = (userId: UserId) => {
    const sessionId = randomUUID() as SessionId
    return argsFor({ userId: sessionId, caller: { tenantId, userId, sessionId } as never })
  }
  expect(of(ana)).toBe(of(ben))
  expect(of(omar)).toBe(of(omar))
  const values = (userId: UserId) => (of(userId) as [RealtimeEvent[]])[0].map(({ data }) => data)
  const none = { unreadCounts: {} }
  expect(values(omar)).toEqual([{ unreadCounts: { [omar]: 1 } }, null, none])
  expect(values(mei)).toEqual([none, null, { unreadCounts: { [mei]: 2 } }])
  expect(values(ana)).toEqual([none, null, none])
})
