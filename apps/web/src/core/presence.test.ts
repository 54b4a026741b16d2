import type { ChatId, Presence, PresenceEntry, UserId } from '@partyline/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { createPresence } from './presence.ts'

const ME = '0000000a-0000-4000-8000-000000000001' as UserId
const OMAR = '0000000a-0000-4000-8000-000000000002' as UserId
const CHAT = '019a0000-0000-7000-8000-0000000000aa' as ChatId
const OTHER_CHAT = '019a0000-0000-7000-8000-0000000000bb' as ChatId

function entry(parts: Partial<PresenceEntry> = {}): PresenceEntry {
  return { userId: OMAR, connectionKey: 'omar-1', chatId: CHAT, state: 'viewing', mode: 'text', isNew: false, ...parts }
}

/** A clock that the test advances, running the timers that are due. */
function createClock() {
  let now = 0
  let timers: { run: () => void; at: number }[] = []
  const nextUntil = (until: number) =>
    timers.filter(({ at }) => at <= until).toSorted((one, other) => one.at - other.at)[0]
  return {
    set(run: () => void, ms: number) {
      const timer = { run, at: now + ms }
      timers.push(timer)
      return timer
    },
    clear: (timer: unknown) => void (timers = timers.filter((one) => one !== timer)),
    now: () => now,
    pass(ms: number) {
      const until = now + ms
      for (let due = nextUntil(until); due; due = nextUntil(until)) {
        const { run, at } = due
        timers = timers.filter((one) => one.run !== run)
        now = at
        run()
      }
      now = until
    },
  }
}

describe('presence', () => {
  let clock: ReturnType<typeof createClock>
  let told: Presence[]
  let presence: ReturnType<typeof createPresence>

  beforeEach(() => {
    clock = createClock()
    told = []
    presence = createPresence({ me: ME, send: (one) => told.push(one), timers: clock })
  })

  function receive(...entries: PresenceEntry[]) {
    presence.receive(entries)
  }

  it('announces the open chat every 20 seconds, and once when it is closed', () => {
    presence.setChat(CHAT)
    clock.pass(40_000)
    presence.setChat(null)
    clock.pass(60_000)
    expect(told.map(({ chatId }) => chatId)).toEqual([CHAT, CHAT, CHAT, null])
  })

  it('announces typing once, and its end after 5 seconds or when the text is empty', () => {
    presence.setChat(CHAT)
    presence.typed(OTHER_CHAT, 'elsewhere', 'text')
    expect(told.map(({ writing }) => writing)).toEqual([false])
    presence.typed(CHAT, 'H', 'text')
    clock.pass(4_000)
    presence.typed(CHAT, 'He', 'text')
    clock.pass(4_999)
    expect(told.map(({ writing }) => writing)).toEqual([false, true])
    clock.pass(1)
    presence.typed(CHAT, 'Hel', 'text')
    presence.typed(CHAT, '', 'text')
    expect(told.map(({ writing }) => writing)).toEqual([false, true, false, true, false])
  })

  it('announces a note as one, and a change of the mode', () => {
    presence.setChat(CHAT)
    presence.typed(CHAT, 'H', 'note')
    presence.typed(CHAT, 'He', 'note')
    presence.typed(CHAT, 'He', 'text')
    presence.typed(CHAT, '', 'note')
    expect(told.slice(1)).toEqual([
      { chatId: CHAT, writing: true, mode: 'note' },
      { chatId: CHAT, writing: true, mode: 'text' },
      { chatId: CHAT, writing: false, mode: 'text' },
    ])
  })

  it('reports who writes a note only in the chat, and a text of another window first', () => {
    presence.setChat(CHAT)
    const note = entry({ state: 'writing', mode: 'note' })
    receive(note)
    expect(presence.others.current()).toEqual([{ userId: OMAR, writing: 'note' }])
    expect(presence.typingIn(CHAT)).toBeNull()
    receive(entry({ state: 'writing' }), entry({ ...note, connectionKey: 'omar-2' }))
    expect(presence.others.current()).toEqual([{ userId: OMAR, writing: 'text' }])
    expect(presence.typingIn(CHAT)).toBe(OMAR)
    // The text becomes a note.
    receive(note)
    expect(presence.others.current()).toEqual([{ userId: OMAR, writing: 'note' }])
    expect(presence.typingIn(CHAT)).toBeNull()
  })

  it('takes writing without a mode, from a server of the version before, as typing', () => {
    presence.setChat(CHAT)
    const { mode: _, ...old } = entry({ state: 'writing' })
    receive(old as PresenceEntry)
    expect(presence.others.current()).toEqual([{ userId: OMAR, writing: 'text' }])
  })

  it('reports who else is present and typing, across all their windows', () => {
    presence.setChat(CHAT)
    receive(entry(), entry({ connectionKey: 'omar-2', state: 'writing' }))
    expect(presence.others.current()).toEqual([{ userId: OMAR, writing: 'text' }])
    receive(entry({ connectionKey: 'omar-2', state: 'gone' }))
    expect(presence.others.current()).toEqual([{ userId: OMAR, writing: null }])
    receive(entry({ state: 'gone' }))
    expect(presence.others.current()).toEqual([])
  })

  it('ignores the user’s own windows and other chats', () => {
    presence.setChat(CHAT)
    receive(entry({ userId: ME, connectionKey: 'mine' }), entry({ chatId: OTHER_CHAT }))
    expect(presence.others.current()).toEqual([])
  })

  it('replies to newcomers, once for several, and to no one else', () => {
    presence.setChat(CHAT)
    receive(entry(), entry({ userId: ME, connectionKey: 'mine', isNew: true }))
    clock.pass(1_000)
    expect(told).toHaveLength(1)
    receive(entry({ isNew: true }), entry({ connectionKey: 'omar-2', isNew: true }))
    clock.pass(1_000)
    expect(told).toHaveLength(2)
  })

  it('forgets others on the first heartbeat after 45 seconds of silence', () => {
    presence.setChat(CHAT)
    receive(entry())
    clock.pass(59_999)
    expect(presence.others.current()).toHaveLength(1)
    clock.pass(1)
    expect(presence.others.current()).toEqual([])
  })

  it('resets for another chat and for a new connection', () => {
    presence.setChat(CHAT)
    receive(entry())
    presence.connected()
    expect(presence.others.current()).toEqual([])
    expect(told).toHaveLength(2)
    receive(entry())
    presence.typed(CHAT, 'H', 'text')
    presence.setChat(OTHER_CHAT)
    expect(presence.others.current()).toEqual([])
    clock.pass(10_000)
    expect(told.slice(2)).toEqual([
      { chatId: CHAT, writing: true, mode: 'text' },
      { chatId: OTHER_CHAT, writing: false, mode: 'text' },
    ])
  })

  it('notifies listeners only of changes', () => {
    let changes = 0
    presence.setChat(CHAT)
    presence.others.subscribe(() => (changes += 1))
    receive(entry())
    receive(entry())
    expect(changes).toBe(1)
  })
})
