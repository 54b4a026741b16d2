import type { ChatId } from '@partyline/contract'
import { PACE } from '@partyline/contract'

/** Data that has to be refetched. */
export type Stale = {
  list: boolean
  search: boolean
  unread: boolean
  counts: boolean
  settings: boolean
  chats: ReadonlySet<ChatId>
  /** Chats whose notes are stale. */
  notes: ReadonlySet<ChatId>
}

export type Timers = {
  set: (run: () => void, ms: number) => unknown
  clear: (timer: unknown) => void
  now: () => number
}

/**
 * Collects stale data and refetches it together: one second after the last event, at most five after the first.
 */
export function createRefreshQueue(refresh: (stale: Stale) => void, timers: Timers) {
  let list = false
  let search = false
  let unread = false
  let counts = false
  let settings = false
  let chats = new Set<ChatId>()
  let notes = new Set<ChatId>()
  let firstAt: number | null = null
  let timer: unknown = null

  function schedule() {
    const now = timers.now()
    firstAt ??= now
    if (timer !== null) timers.clear(timer)
    const wait = Math.min(PACE.refreshDebounceMs, firstAt + PACE.refreshMaxWaitMs - now)
    timer = timers.set(flush, Math.max(0, wait))
  }

  function flush() {
    const stale: Stale = { list, search, unread, counts, settings, chats, notes }
    stop()
    refresh(stale)
  }

  function stop() {
    if (timer !== null) timers.clear(timer)
    timer = null
    firstAt = null
    list = false
    search = false
    unread = false
    counts = false
    settings = false
    chats = new Set()
    notes = new Set()
  }

  return {
    list() {
      list = true
      schedule()
    },
    /** Search results. */
    search() {
      search = true
      schedule()
    },
    /** The total of unread chats. */
    unread() {
      unread = true
      schedule()
    },
    /** How many chats each filter finds. */
    counts() {
      counts = true
      schedule()
    },
    settings() {
      settings = true
      schedule()
    },
    chat(chatId: ChatId) {
      chats.add(chatId)
      schedule()
    },
    /** The notes of a chat. */
    notes(chatId: ChatId) {
      notes.add(chatId)
      schedule()
    },
    stop,
  }
}
