import { beforeEach, describe, expect, it } from 'vitest'
import { chatId } from '../tests/sample-chats.ts'
import { createRefreshQueue } from './refresh-queue.ts'
import type { Stale } from './refresh-queue.ts'

/** A clock that the test advances. */
function createManualTimers() {
  let now = 0
  let due: { at: number; run: () => void } | null = null
  return {
    now: () => now,
    set: (run: () => void, ms: number) => (due = { at: now + ms, run }),
    clear: () => (due = null),
    pass(ms: number) {
      now += ms
      if (due === null || due.at > now) return
      const { run } = due
      due = null
      run()
    },
  }
}

describe('refresh queue', () => {
  let timers: ReturnType<typeof createManualTimers>
  let refreshed: Stale[]
  let queue: ReturnType<typeof createRefreshQueue>

  beforeEach(() => {
    timers = createManualTimers()
    refreshed = []
    queue = createRefreshQueue((stale) => refreshed.push(stale), timers)
  })

  it('refreshes once, one second after the last event', () => {
    queue.chat(chatId(1))
    timers.pass(900)
    queue.chat(chatId(1))
    queue.list()
    timers.pass(900)
    expect(refreshed).toEqual([])
    timers.pass(100)
    expect(refreshed).toEqual([
      {
        list: true,
        search: false,
        unread: false,
        counts: false,
        settings: false,
        chats: new Set([chatId(1)]),
        notes: new Set(),
      },
    ])
  })

  it('refreshes at the latest five seconds after the first event', () => {
    for (let at = 0; at < 5_000; at += 500) {
      queue.list()
      expect(refreshed).toHaveLength(0)
      timers.pass(500)
    }
    expect(refreshed).toHaveLength(1)
  })

  it('starts over after a refresh, and drops pending refreshes on stop', () => {
    queue.list()
    timers.pass(1_000)
    queue.settings()
    timers.pass(1_000)
    expect(refreshed[1]).toEqual({
      list: false,
      search: false,
      unread: false,
      counts: false,
      settings: true,
      chats: new Set(),
      notes: new Set(),
    })
    queue.list()
    queue.stop()
    timers.pass(5_000)
    expect(refreshed).toHaveLength(2)
  })
})
