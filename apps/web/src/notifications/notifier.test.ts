import type { ChatId } from '@partyline/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NotificationSettings } from './notification-settings.ts'
import { createNotifier, GATHER_MS } from './notifier.ts'
import type { NamedArrival, Notice } from './notifier.ts'

const CHAT = '019a0000-0000-7000-8000-0000000000aa' as ChatId
const OTHER_CHAT = '019a0000-0000-7000-8000-0000000000bb' as ChatId

const arrival = (parts: Partial<NamedArrival> = {}): NamedArrival => ({
  chatId: CHAT,
  id: 'item',
  chatName: 'Rivera family',
  kind: 'text',
  said: { author: 'Marta', text: 'Hello' },
  person: { workingHours: null, pausedUntil: null },
  chat: {
    state: 'open',
    notify: 'mine',
    isMember: true,
    isUnclaimed: false,
    assignee: 'nobody',
    answersLine: false,
  },
  ...parts,
})
/** A text that is only for those who want all chats. */
const ofOthers = () => {
  const one = arrival()
  return { ...one, chat: { ...one.chat, isMember: false } }
}

describe('notifier', () => {
  let settings: NotificationSettings
  let leads: boolean
  let seen: Set<ChatId>
  let notices: Notice[]
  let sounds: number
  let missed: number
  let due: { run: () => void; ms: number }[]
  let notifier: ReturnType<typeof createNotifier>
  let reported: string[]

  beforeEach(() => {
    settings = { choice: 'mine', sound: false }
    leads = true
    seen = new Set()
    notices = []
    reported = []
    sounds = 0
    missed = 0
    due = []
    notifier = createNotifier({
      settings: () => settings,
      isLeader: () => leads,
      isSeen: (chatId) => seen.has(chatId),
      show: (notice) => notices.push(notice),
      play: () => (sounds += 1),
      onSeen: (itemIds) => reported.push(...itemIds),
      onMissed: () => (missed += 1),
      now: () => new Date('2026-11-25T15:00:00Z'),
      timers: { set: (run, ms) => due.push({ run, ms }), clear: () => (due = []) },
    })
  })

  function tell(...arrivals: NamedArrival[]) {
    for (const one of arrivals) notifier.arrived(one)
    for (const { run } of due.splice(0)) run()
    return notices
  }

  it('reports what is on screen and is not read by that', () => {
    seen.add(CHAT)
    tell(
      arrival({ id: 'text' }),
      arrival({ id: 'assigned', kind: 'assigned' }),
      arrival({ id: 'note', kind: 'mention' }),
    )
    expect(reported).toEqual(['assigned'])
    tell(arrival({ id: 'elsewhere', kind: 'assigned', chatId: OTHER_CHAT }))
    leads = false
    tell(arrival({ id: 'other tab', kind: 'snoozeEnded' }))
    expect(reported).toEqual(['assigned'])
  })

  it('shows who wrote what in which chat', () => {
    expect(tell(arrival())).toEqual([
      {
        title: 'Rivera family',
        body: 'Marta: Hello',
        tag: `partyline.${CHAT}`,
        chatId: CHAT,
        chatIds: [CHAT],
        itemIds: ['item'],
      },
    ])
    expect(tell(arrival({ said: { author: 'Marta', text: '' } })).at(-1)?.body).toBe('Marta: Picture')
  })

  it('says who mentioned the person, alone or with messages', () => {
    const mention = arrival({ kind: 'mention', said: { author: 'Omar', text: '@Dana, can you call?' } })
    expect(tell(mention).at(-1)?.body).toBe('Omar mentioned you: @Dana, can you call?')
    expect(tell(arrival(), arrival(), mention).at(-1)?.body).toBe(
      '2 new messages\nOmar mentioned you: @Dana, can you call?',
    )
    expect(tell(mention, arrival({ chatId: OTHER_CHAT, chatName: 'Tom Becker' })).at(-1)?.title).toBe('News in 2 chats')
  })

  it('says who assigned the chat to the person', () => {
    expect(tell(arrival({ kind: 'assigned', said: { author: 'Omar', text: '' } })).at(-1)?.body).toBe(
      'Omar assigned this chat to you',
    )
  })

  it('says that a message was not sent', () => {
    expect(tell(arrival({ kind: 'notSent', said: null })).at(-1)?.body).toBe('Your message wasn’t sent')
  })

  it('isolates right-to-left names and texts', () => {
    const [notice] = tell(arrival({ chatName: 'דנה', said: { author: '\u202Eسارة', text: 'שלום 1' } }))
    expect(notice).toMatchObject({ title: '\u2068דנה\u2069', body: '\u2068سارة\u2069: \u2068שלום 1\u2069' })
    tell(arrival({ chatName: 'דנה' }), arrival({ chatId: OTHER_CHAT }))
    expect(notices.at(-1)?.body).toBe('\u2068דנה\u2069, Rivera family')
  })

  it('combines messages that arrive within a second', () => {
    notifier.arrived(arrival())
    expect(due.map(({ ms }) => ms)).toEqual([GATHER_MS])
    expect(tell(arrival({ said: { author: 'Marta', text: 'And more' } }))).toEqual([
      expect.objectContaining({ title: 'Rivera family', body: '2 new messages\nMarta: And more' }),
    ])
  })

  it('combines several chats into one notification', () => {
    const other = arrival({ id: 'other', chatId: OTHER_CHAT, chatName: 'Tom Becker' })
    expect(tell(arrival(), other, arrival({ id: 'last' }))).toEqual([
      {
        title: '3 new messages in 2 chats',
        body: 'Rivera family, Tom Becker',
        tag: 'partyline',
        chatId: CHAT,
        chatIds: [CHAT, OTHER_CHAT],
        itemIds: ['item', 'other', 'last'],
      },
    ])
  })

  it('shows that a snooze ended, alone or with messages', () => {
    const ended = arrival({ kind: 'snoozeEnded', said: null })
    expect(tell(ended)).toMatchObject([{ title: 'Rivera family', body: 'The snooze ended' }])
    expect(tell(ended, arrival()).at(-1)?.body).toBe('Marta: Hello')
    expect(tell(ended, arrival({ chatId: OTHER_CHAT, chatName: 'Tom Becker' })).at(-1)).toMatchObject({
      title: 'News in 2 chats',
      body: 'Rivera family, Tom Becker',
    })
  })

  it('is silent unless enabled, and for what the person is not told of', () => {
    for (const choice of ['unasked', 'off'] as const) {
      settings = { choice, sound: true }
      expect(tell(arrival())).toEqual([])
    }
    expect(sounds).toBe(0)
    settings = { choice: 'mine', sound: true }
    expect(tell(ofOthers())).toEqual([])
    const pausedUntil = '2026-11-25T15:00:00.001Z'
    expect(tell(arrival({ person: { workingHours: null, pausedUntil } }))).toEqual([])
    settings = { choice: 'all', sound: true }
    expect(tell(ofOthers(), arrival())).toHaveLength(1)
  })

  it('reports what someone misses who has not chosen yet', () => {
    settings = { choice: 'unasked', sound: true }
    tell(ofOthers())
    tell(arrival({ kind: 'notSent', said: null }))
    seen.add(CHAT)
    tell(arrival())
    expect(missed).toBe(0)
    tell(arrival({ chatId: OTHER_CHAT }), arrival({ chatId: OTHER_CHAT }))
    expect(missed).toBe(1)
    settings = { choice: 'off', sound: true }
    tell(arrival({ chatId: OTHER_CHAT }))
    expect(missed).toBe(1)
  })

  it('is silent for a chat on screen, and in a tab that is not the leader', () => {
    seen.add(CHAT)
    expect(tell(arrival())).toEqual([])
    expect(tell(arrival(), arrival({ chatId: OTHER_CHAT })).map(({ tag }) => tag)).toEqual([`partyline.${OTHER_CHAT}`])
    notices = []
    seen.clear()
    leads = false
    expect(tell(arrival())).toEqual([])
  })

  it('plays one sound per notification if sound is on', () => {
    settings = { choice: 'mine', sound: true }
    tell(arrival(), arrival())
    expect(sounds).toBe(1)
    settings = { choice: 'mine', sound: false }
    tell(arrival())
    expect(sounds).toBe(1)
  })

  it('shows nothing after stop', () => {
    notifier.arrived(arrival())
    notifier.stop()
    expect(tell()).toEqual([])
  })
})
