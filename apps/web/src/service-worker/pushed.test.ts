import type { PushPayload } from '@partyline/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { DANA, ME } from '../core/tests/sample-messages.ts'
import {
  chatId,
  MARTA,
  MARTAS_MEMBER,
  messageId,
  noteId,
  sampleMessage,
  sampleNote,
} from '../core/tests/sample-chats.ts'
import { FETCH_MS, payloadOf, pushed } from './pushed.ts'
import { CHAT, chatWith, createFakeScope } from './tests/fake-scope.ts'
import { ANSWER_MS } from './windows.ts'

const text: PushPayload = { kind: 'text', chatId: CHAT, itemId: messageId(1), count: 1 }
const mention: PushPayload = { kind: 'mention', chatId: CHAT, itemId: noteId(5), count: 1 }
const SAFARI = 'https://web.push.apple.com/1'
const WITHOUT_CONTENT = { title: 'Partyline', options: { body: 'New message. Open Partyline to read it.' } }

let fake: ReturnType<typeof createFakeScope>
beforeEach(() => {
  fake = createFakeScope()
})

async function show(payload: PushPayload | null = text) {
  await pushed(fake.scope, payload)
  return fake.shown.at(-1)
}
const bodyOf = async (payload: PushPayload = text) => (await show(payload))?.options.body
const actionsOf = async (payload: PushPayload = text) =>
  (await show(payload))?.options.actions?.map(({ action, type }) => `${action} ${type}`)

describe('a text', () => {
  it('is shown with the chat, its author, and when it was sent, and replaces the one before', async () => {
    expect(await show()).toEqual({
      title: 'Chat 1',
      options: {
        body: 'Marta Rivera: Hello',
        tag: `partyline.${CHAT}`,
        icon: '/icon-192.png',
        badge: '/badge-96.png',
        renotify: true,
        timestamp: Date.parse('2026-11-20T09:01:00.000Z'),
        data: { owner: ME, hasUnread: true, hasMentions: false },
        actions: [
          { action: 'reply', type: 'text', title: 'Reply' },
          { action: 'markRead', type: 'button', title: 'Mark as read' },
          { action: 'snooze', type: 'button', title: 'Snooze 1 hour' },
        ],
      },
      isClosed: false,
    })
    await show()
    expect(fake.visible()).toHaveLength(1)
  })

  it('is below the number of unread ones, of which the newest is shown', async () => {
    const messages = [
      sampleMessage(1, { text: 'Hello' }),
      sampleMessage(2, { text: 'Anybody?' }),
      sampleMessage(3, { text: 'We are closed', sentBy: DANA, automatic: 'away' }),
      sampleMessage(4, { text: 'Mine', sentBy: ME }),
    ]
    fake.state.answers['chats.get'] = [chatWith({ messages, unreadCount: 3 })]
    expect(await bodyOf()).toBe('3 new messages\nMarta Rivera: Anybody?')
  })

  it('without visible characters is a picture, or empty', async () => {
    fake.state.answers['chats.get'] = [chatWith({ messages: [sampleMessage(1, { text: ' ', pendingMedia: 1 })] })]
    expect(await bodyOf()).toBe('Marta Rivera: Picture')
    fake.state.answers['chats.get'] = [chatWith({ messages: [sampleMessage(1, { text: ' ' })] })]
    expect(await bodyOf()).toBe('Marta Rivera: Empty message')
  })

  it('in a chat of others is counted by the server, and in an unclaimed chat by the chat', async () => {
    const members = [{ ...MARTAS_MEMBER }]
    fake.state.answers['chats.get'] = [chatWith({ members, unreadCount: 0, unclaimedCount: 4 })]
    expect(await bodyOf()).toBe('4 new messages\nMarta Rivera: Hello')
    const colleague = { ...MARTAS_MEMBER, id: DANA, role: 'TeamsUser' as const, name: 'Dana Cole' }
    fake.state.answers['chats.get'] = [chatWith({ members: [...members, colleague], unreadCount: 0 })]
    expect(await bodyOf({ ...text, count: 2 })).toBe('2 new messages\nMarta Rivera: Hello')
  })

  it('isolates right-to-left names', async () => {
    fake.state.answers['chats.get'] = [chatWith({ name: 'דנה' })]
    expect(await show()).toMatchObject({ title: '\u2068דנה\u2069' })
  })
})

describe('the buttons', () => {
  it('are as many as the browser shows, without a reply where it asks for no text', async () => {
    fake.scope.maxActions = 2
    expect(await actionsOf()).toEqual(['reply text', 'markRead button'])
    fake.scope.asksForText = false
    expect(await actionsOf()).toEqual(['markRead button', 'snooze button'])
    fake.scope.maxActions = 0
    expect(await actionsOf()).toEqual([])
  })

  it('let only those reply who may write, and never to a note', async () => {
    const colleague = { ...MARTAS_MEMBER, id: DANA, role: 'TeamsUser' as const }
    fake.state.answers['chats.get'] = [chatWith({ members: [MARTAS_MEMBER], unreadCount: 0, unclaimedCount: 1 })]
    expect(await actionsOf()).toEqual(['reply text', 'snooze button'])
    fake.state.answers['chats.get'] = [chatWith({ members: [MARTAS_MEMBER, colleague], unreadCount: 0 })]
    expect(await actionsOf()).toEqual(['snooze button'])
    fake.state.answers['chats.get'] = [chatWith({ archived: true })]
    expect(await actionsOf()).toEqual(['markRead button'])
    fake.state.answers['chats.get'] = [chatWith({ mentionCount: 1 })]
    fake.state.answers['notes.list'] = [[sampleNote(5, { createdBy: MARTA })]]
    expect(await actionsOf(mention)).toEqual(['markRead button', 'snooze button'])
  })

  it('do not snooze a chat that is done, or whose message was not sent', async () => {
    fake.state.answers['chats.get'] = [chatWith({ state: 'done' })]
    expect(await actionsOf()).toEqual(['reply text', 'markRead button'])
    fake.state.answers['chats.get'] = [chatWith({ unreadCount: 0 })]
    expect(await actionsOf({ ...text, kind: 'notSent' })).toEqual([])
  })
})

describe('a mention', () => {
  const note = sampleNote(5, { text: '@Ana, can you call?', mentions: [ME as never] })
  beforeEach(() => {
    fake.state.answers['chats.get'] = [chatWith({ unreadCount: 0, mentionCount: 1 })]
    fake.state.answers['users.get'] = [{ id: DANA, name: 'Dana Cole' }]
    fake.state.answers['notes.list'] = [[note, sampleNote(6, { text: 'Later' })]]
  })

  it('shows the note and its author, who need not be a member', async () => {
    expect(await bodyOf(mention)).toBe('Dana Cole mentioned you: @Ana, can you call?')
    expect(fake.shown[0]?.options.timestamp).toBe(Date.parse(note.createdOn))
  })

  it('shows the newest that mentions the person if the note is not among the newest', async () => {
    const everyone = sampleNote(7, { text: '@everyone, hi', mentions: ['everyone'] })
    const mine = sampleNote(9, { createdBy: ME, mentions: ['everyone'] })
    fake.state.answers['notes.list'] = [[note, everyone, sampleNote(8, { text: 'No one' }), mine]]
    expect(await bodyOf({ ...mention, itemId: noteId(1) })).toBe('Dana Cole mentioned you: @everyone, hi')
  })

  it('is without content if the note was deleted', async () => {
    fake.state.answers['notes.list'] = [[{ ...note, text: '', deletedOn: note.createdOn }]]
    expect(await bodyOf(mention)).toBe('Someone mentioned you. Open Partyline to read it.')
  })

  it('is not shown if it was seen', async () => {
    fake.state.answers['chats.get'] = [chatWith({ unreadCount: 1, mentionCount: 0 })]
    expect(await show(mention)).toBeUndefined()
  })
})

it.each([
  ['assigned', 'This chat was assigned to you'],
  ['snoozeEnded', 'The snooze ended'],
  ['notSent', 'Your message wasn’t sent'],
] as const)('“%s” is shown even if everything was read', async (kind, body) => {
  fake.state.answers['chats.get'] = [chatWith({ unreadCount: 0 })]
  expect(await bodyOf({ ...text, kind })).toBe(body)
})

describe('without content', () => {
  it.each<[string, () => void]>([
    ['signed out', () => (fake.state.session = {})],
    ['offline', () => (fake.state.isOnline = false)],
    ['of a deleted chat', () => (fake.state.answers['chats.get'] = [404])],
    [
      'of a chat without a text from someone else',
      () => (fake.state.answers['chats.get'] = [chatWith({ messages: [] })]),
    ],
  ])('shows a sentence when %s', async (_, change) => {
    change()
    expect(await show()).toMatchObject({ ...WITHOUT_CONTENT, options: { tag: `partyline.${CHAT}`, renotify: true } })
    expect(fake.shown[0]?.options).not.toHaveProperty('data')
  })

  it('shows a sentence after five seconds', async () => {
    fake.state.answers['chats.get'] = ['never']
    const shown = show()
    await expect.poll(() => fake.sent.length).toBe(1)
    expect(fake.deadlines.map(({ ms }) => ms)).toEqual([FETCH_MS])
    fake.deadlines[0]?.expire()
    expect(await shown).toMatchObject(WITHOUT_CONTENT)
  })

  it('shows a sentence for a push that is not ours', async () => {
    expect(await show(payloadOf(null))).toMatchObject(WITHOUT_CONTENT)
    expect(payloadOf({ json: () => JSON.parse('{') as unknown })).toBeNull()
    expect(payloadOf({ json: () => ({}) })).toBeNull()
    expect(payloadOf({ json: () => text })).toEqual(text)
  })
})

describe('a chat that was read', () => {
  it('shows nothing, except in Safari, where it is silent', async () => {
    fake.state.answers['chats.get'] = [chatWith({ unreadCount: 0 })]
    expect(await show()).toBeUndefined()
    fake.state.endpoint = SAFARI
    expect((await show())?.options).toMatchObject({ body: 'Marta Rivera: Hello', silent: true })
    expect(fake.shown[0]?.options).not.toHaveProperty('renotify')
  })
})

describe('a window in front', () => {
  it('that shows the chat shows nothing, except in Safari', async () => {
    fake.addWindow('/', { focused: true, chat: CHAT })
    expect(await show()).toBeUndefined()
    expect(fake.sent).toEqual([])
    fake.state.endpoint = SAFARI
    expect((await show())?.options).toMatchObject({ silent: true })
  })

  it.each([
    ['with another chat', '/', { focused: true, chat: chatId(2) }],
    ['with the list', '/', { focused: true, chat: null }],
    ['without the focus', '/', { chat: CHAT }],
    ['of Teams', '/teams-app/', { focused: true, chat: CHAT, frameType: 'nested' }],
  ])('%s does not keep the notification away', async (_, url, parts) => {
    fake.addWindow(url, parts)
    expect(await bodyOf()).toBe('Marta Rivera: Hello')
  })

  it('that does not answer does not keep the notification away', async () => {
    fake.addWindow('/', { focused: true })
    const shown = show()
    await expect.poll(() => fake.deadlines.map(({ ms }) => ms)).toEqual([ANSWER_MS])
    fake.deadlines[0]?.expire()
    expect(await shown).toMatchObject({ title: 'Chat 1' })
  })
})

it('closes the notifications of chats that were read elsewhere, but not that a reply was not sent', async () => {
  await show()
  await fake.scope.registration.showNotification('Chat 1', { tag: `partyline.reply.${CHAT}` })
  await fake.scope.registration.showNotification('Chat 2', { tag: `partyline.${chatId(2)}` })
  await fake.scope.registration.showNotification('Chat 3', { tag: `partyline.${chatId(3)}` })
  await show({ kind: 'read', chatIds: [CHAT, chatId(3)] })
  expect(fake.visible().map(({ options }) => options.tag)).toEqual([
    `partyline.reply.${CHAT}`,
    `partyline.${chatId(2)}`,
  ])
})

it('shows a test', async () => {
  expect(await show({ kind: 'test' })).toMatchObject({
    title: 'Partyline',
    options: { body: 'Notifications work on this device.' },
  })
})
