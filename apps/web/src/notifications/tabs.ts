import type { ChatId } from '@partyline/contract'

/** What the tabs of one person in this browser know of each other. */
export type Tabs = {
  /** Whether this tab is the one that notifies. */
  isLeader: () => boolean
  /** Says which chat is before the person in this tab; null for none. */
  setSeen: (chatId: ChatId | null) => void
  isSeen: (chatId: ChatId) => boolean
  stop: () => void
}

/**
 * The first tab leads until it is closed, then the next one. Without Web Locks each tab leads: the browser shows
 * notifications of one tag once.
 */
export function joinTabs(name: string): Tabs {
  const channel = new BroadcastChannel(name)
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  let leads = !('locks' in navigator)
  let seenHere: ChatId | null = null
  // Only one window has the focus, so that the last word counts.
  let seenElsewhere: ChatId | null = null

  navigator.locks
    ?.request(name, () => {
      leads = true
      return stopped
    })
    .catch(() => undefined)
  channel.addEventListener('message', ({ data }) => {
    seenElsewhere = data as ChatId | null
  })

  function setSeen(chatId: ChatId | null) {
    if (chatId === seenHere) return
    seenHere = chatId
    if (chatId !== null) seenElsewhere = null
    channel.postMessage(chatId)
  }

  return {
    isLeader: () => leads,
    setSeen,
    isSeen: (chatId) => chatId === seenHere || chatId === seenElsewhere,
    stop() {
      setSeen(null)
      channel.close()
      stop()
    },
  }
}
