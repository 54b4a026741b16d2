import type { ChatId } from '@partyline/contract'
import { PACE } from '@partyline/contract'

/** What has to be asked for anew. */
export type Stale = { list: boolean; search: boolean; unread: boolean; settings: boolean; chats: ReadonlySet<ChatId> }

export type Timers = {
  set: (run: () => void, ms: number) => unknown
  clear: (timer: unknown) => void
  now: () => number
}

/**
 * Collects what became stale and asks for it together: a second after the last event, and five seconds after the
 * first one at the latest. Section 9 of the specification.
 */
export function createRefreshQueue(refresh: (stale: Stale) => void, timers: Timers) {
  let list = false
  let search = false
  let unread = false
  let settings = false
  let chats = new Set<ChatId>()
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
    const stale: Stale = { list, search, unread, settings, chats }
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
    settings = false
    chats = new Set()
  }

  return {
    list() {
      list = true
      schedule()
    },
    /** What a search finds. */
    search() {
      search = true
      schedule()
    },
    /** How much is unread in all. */
    unread() {
      unread = true
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
    stop,
  }
}
