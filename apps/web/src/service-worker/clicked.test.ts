import { beforeEach, describe, expect, it } from 'vitest'
import { createKeptReplies } from '../core/notices/kept-replies.ts'
import { DANA, ME } from '../core/tests/sample-messages.ts'
import { ACTION_MS, clicked } from './clicked.ts'
import { SEND_MS } from './reply.ts'
import { CHAT, createFakeScope, NOW, sessionOf } from './tests/fake-scope.ts'

let fake: ReturnType<typeof createFakeScope>
let closed: number
beforeEach(() => {
  fake = createFakeScope()
  closed = 0
})

const DATA = { owner: ME, hasUnread: true, hasMentions: false }
type Clicked = { reply?: string | null; data?: object | null; tag?: string }
const click = (action = '', { reply = null, data = DATA, tag = `partyline.${CHAT}` }: Clicked = {}) =>
  clicked(fake.scope, { action, reply, notification: { title: 'Chat 1', tag, data, close: () => (closed += 1) } })
const calls = () => fake.sent.map(({ name }) => name)
const unsent = (owner = ME) => createKeptReplies(fake.scope).unsent({ owner, chatId: CHAT })

describe('a click', () => {
  it('opens the chat in a new window if there is none, and closes the notification', async () => {
    await click()
    expect([fake.opened, closed]).toEqual([[`/?chat=${CHAT}`], 1])
  })

  it('opens the chat in the window in front, else in one on screen, else in any', async () => {
    fake.addWindow('/hidden')
    await click()
    fake.addWindow('/visible', { visibilityState: 'visible' })
    await click()
    fake.addWindow('/focused', { visibilityState: 'visible', focused: true })
    await click()
    expect(fake.focused).toEqual(['/hidden', '/visible', '/focused'])
    expect(fake.posted.at(-1)).toEqual({ window: '/focused', message: { kind: 'openChat', chatId: CHAT } })
    expect(fake.opened).toEqual([])
  })

  it.each([
    ['/teams-app/', 'top-level'],
    ['/auth/signin', 'top-level'],
    ['/', 'nested'],
  ])('leaves a window at %s (%s) alone', async (url, frameType) => {
    fake.addWindow(url, { frameType, focused: true })
    await click()
    expect([fake.posted, fake.opened]).toEqual([[], [`/?chat=${CHAT}`]])
  })

  it('opens the chat of a notification of the page, and the list after a test', async () => {
    await click('', { data: null })
    await click('', { data: null, tag: '' })
    await click('markRead', { data: null })
    await click('', { data: null, tag: `partyline.reply.${CHAT}` })
    expect([fake.opened, calls()]).toEqual([[`/?chat=${CHAT}`, '/', `/?chat=${CHAT}`, `/?chat=${CHAT}`], []])
  })
})

describe('Mark as read', () => {
  it('marks what there is: messages, mentions, or both', async () => {
    await click('markRead')
    await click('markRead', { data: { ...DATA, hasUnread: false, hasMentions: true } })
    await click('markRead', { data: { ...DATA, hasMentions: true } })
    expect(calls()).toEqual(['chats.viewChat', 'notes.view', 'notes.view', 'chats.viewChat'])
    expect([fake.shown, fake.opened]).toEqual([[], []])
  })

  it('says so if it fails', async () => {
    fake.state.isOnline = false
    await click('markRead')
    expect(fake.shown).toMatchObject([
      {
        title: 'Chat 1',
        options: { body: 'The chat couldn’t be marked as read. Tap to open it.', tag: `partyline.${CHAT}` },
      },
    ])
  })
})

describe('Snooze', () => {
  it('snoozes the chat for an hour', async () => {
    await click('snooze')
    const until = new Date(NOW + 3_600_000).toISOString()
    expect(fake.sent).toMatchObject([{ name: 'chats.setState', body: { state: 'snoozed', until } }])
    expect(fake.shown).toEqual([])
  })

  it('says so if it fails, also after a while', async () => {
    fake.state.answers['chats.setState'] = ['never']
    const done = click('snooze')
    await expect.poll(calls).toEqual(['chats.setState'])
    expect(fake.deadlines.map(({ ms }) => ms)).toEqual([ACTION_MS])
    fake.deadlines[0]?.expire()
    await done
    expect(fake.shown[0]?.options.body).toBe('The chat couldn’t be snoozed. Tap to open it.')
  })

  it('does nothing as someone else', async () => {
    fake.state.session = sessionOf(DANA)
    await click('snooze')
    expect([calls(), fake.shown.length]).toEqual([[], 1])
  })
})

describe('a reply', () => {
  it('is sent at once with a key of its own, and the chat has been read', async () => {
    await click('reply', { reply: 'On my way' })
    expect(fake.sent).toEqual([
      { name: 'messages.send', body: { Message: 'On my way', HoldSeconds: '0' }, key: 'key-1' },
      { name: 'chats.viewChat', body: undefined, key: null },
    ])
    expect([fake.shown, fake.opened, fake.keptReplies()]).toEqual([[], [], 0])
  })

  it('is sent even if the chat can’t be marked as read', async () => {
    fake.state.answers['chats.viewChat'] = [500]
    await click('reply', { reply: 'On my way' })
    expect([fake.shown, fake.keptReplies()]).toEqual([[], 0])
  })

  it('is kept while it is sent, but not for the composer', async () => {
    fake.state.answers['messages.send'] = ['never']
    const done = click('reply', { reply: 'On my way' })
    await expect.poll(calls).toEqual(['messages.send'])
    expect([fake.keptReplies(), await unsent()]).toEqual([1, []])
    // The browser may stop the worker. After that time, it is not being sent.
    fake.scope.now = () => NOW + SEND_MS
    expect(await unsent()).toMatchObject([{ text: 'On my way' }])
    fake.deadlines[0]?.expire()
    await done
  })

  it('is retried once with the same key if the connection fails', async () => {
    fake.state.answers['messages.send'] = ['unreachable', {}]
    await click('reply', { reply: 'On my way' })
    expect(fake.sent.map(({ name, key }) => [name, key])).toEqual([
      ['messages.send', 'key-1'],
      ['messages.send', 'key-1'],
      ['chats.viewChat', null],
    ])
    expect(fake.shown).toEqual([])
  })

  it.each<[string, () => void, number]>([
    ['offline', () => (fake.state.isOnline = false), 0],
    ['signed out', () => (fake.state.session = {}), 0],
    ['someone else is signed in', () => (fake.state.session = sessionOf(DANA)), 0],
    ['the chat was deleted', () => (fake.state.answers['messages.send'] = [404]), 1],
    ['the server refuses it', () => (fake.state.answers['messages.send'] = [409]), 1],
    ['the connection keeps failing', () => (fake.state.answers['messages.send'] = ['unreachable']), 2],
  ])('is kept for its author, and a notification says so, if %s', async (_, change, attempts) => {
    change()
    await click('reply', { reply: 'On my way' })
    expect(fake.sent).toHaveLength(attempts)
    expect(fake.shown).toMatchObject([
      {
        title: 'Chat 1',
        options: {
          body: 'Your reply wasn’t sent. Tap to open the chat.\nOn my way',
          tag: `partyline.reply.${CHAT}`,
        },
      },
    ])
    expect(await unsent()).toMatchObject([{ text: 'On my way', at: NOW }])
    expect(await unsent(DANA)).toEqual([])
  })

  it('is not lost without storage', async () => {
    fake.state.isOnline = false
    fake.scope.caches = { open: async () => Promise.reject(new Error('Denied.')) } as unknown as CacheStorage
    await click('reply', { reply: 'On my way' })
    expect(fake.shown[0]?.options.body).toContain('On my way')
  })

  it.each([null, ' '])('without a text (%j) opens the chat', async (reply) => {
    await click('reply', { reply })
    expect([calls(), fake.opened]).toEqual([[], [`/?chat=${CHAT}`]])
  })
})
