import type { ChatId, Presence, PresenceEntry, UserId } from '@partyline/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { createPresence } from './presence.ts'

const ME = '0000000a-0000-4000-8000-000000000001' as UserId
const OMAR = '0000000a-0000-4000-8000-000000000002' as UserId
const CHAT = '019a0000-0000-7000-8000-0000000000aa' as ChatId
const OTHER_CHAT = '019a0000-0000-7000-8000-0000000000bb' as ChatId

function entry(parts: Partial<PresenceEntry> = {}): PresenceEntry {
  return { userId: OMAR, connectionKey: 'omar-1', chatId: CHAT, state: 'viewing', isNew: false, ...parts }
}

/** A clock that moves when it is told to, and runs what is due by then. */
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
    presence = createPresence({ me: ME, tell: (one) => told.push(one), timers: clock })
  })

  function receive(...entries: PresenceEntry[]) {
    presence.receive(entries)
  }

  it('says which chat it shows, again every 20 seconds, and when it shows none', () => {
    presence.show(CHAT)
    clock.pass(40_000)
    presence.show(null)
    clock.pass(60_000)
    expect(told.map(({ chatId }) => chatId)).toEqual([CHAT, CHAT, CHAT, null])
  })

  it('says once that its person writes, and that they stopped: after 5 seconds, or with the text gone', () => {
    presence.show(CHAT)
    presence.wrote(OTHER_CHAT, 'elsewhere')
    presence.wrote(CHAT, 'H')
    clock.pass(4_000)
    presence.wrote(CHAT, 'He')
    clock.pass(4_999)
    expect(told.map(({ writing }) => writing)).toEqual([false, true])
    clock.pass(1)
    presence.wrote(CHAT, 'Hel')
    presence.wrote(CHAT, '')
    expect(told.map(({ writing }) => writing)).toEqual([false, true, false, true, false])
  })

  it('knows who else is there and who writes, in whichever of their windows', () => {
    presence.show(CHAT)
    receive(entry(), entry({ connectionKey: 'omar-2', state: 'writing' }))
    expect(presence.others()).toEqual([{ userId: OMAR, writing: true }])
    receive(entry({ connectionKey: 'omar-2', state: 'gone' }))
    expect(presence.others()).toEqual([{ userId: OMAR, writing: false }])
    receive(entry({ state: 'gone' }))
    expect(presence.others()).toEqual([])
  })

  it('takes neither its own windows nor other chats for somebody', () => {
    presence.show(CHAT)
    receive(entry({ userId: ME, connectionKey: 'mine' }), entry({ chatId: OTHER_CHAT }))
    expect(presence.others()).toEqual([])
  })

  it('answers who comes in, several at once with one answer, and nobody else', () => {
    presence.show(CHAT)
    receive(entry(), entry({ userId: ME, connectionKey: 'mine', isNew: true }))
    clock.pass(1_000)
    expect(told).toHaveLength(1)
    receive(entry({ isNew: true }), entry({ connectionKey: 'omar-2', isNew: true }))
    clock.pass(1_000)
    expect(told).toHaveLength(2)
  })

  it('forgets whom it has not heard for 45 seconds', () => {
    presence.show(CHAT)
    receive(entry())
    clock.pass(59_999)
    expect(presence.others()).toHaveLength(1)
    clock.pass(1)
    expect(presence.others()).toEqual([])
  })

  it('begins anew with another chat, and with another connection', () => {
    presence.show(CHAT)
    receive(entry())
    presence.connected()
    expect(presence.others()).toEqual([])
    expect(told).toHaveLength(2)
    receive(entry())
    presence.show(OTHER_CHAT)
    expect(presence.others()).toEqual([])
  })

  it('bothers the screen only when something is different', () => {
    let changes = 0
    presence.show(CHAT)
    presence.subscribe(() => (changes += 1))
    receive(entry())
    receive(entry())
    expect(changes).toBe(1)
  })
})
