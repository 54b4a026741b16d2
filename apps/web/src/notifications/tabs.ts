import type { ChatId } from '@partyline/contract'

/** State shared by one person's tabs in this browser. */
export type Tabs = {
  /** Whether this tab is the one that notifies. */
  isLeader: () => boolean
  /** Sets the chat on screen in this tab; null for none. */
  setSeen: (chatId: ChatId | null) => void
  isSeen: (chatId: ChatId) => boolean
  stop: () => void
}

/**
 * The first tab leads until it is closed. Without Web Locks, every tab leads; tags then prevent duplicates. While the browser
 * keeps the leading tab frozen, no tab notifies: nothing is reported as shown then, so that push does it.
 */
export function joinTabs(name: string, onSeen: (chatId: ChatId) => void): Tabs {
  const channel = new BroadcastChannel(name)
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  let leads = !('locks' in navigator)
  let seenHere: ChatId | null = null
  // Only one window has the focus, so that the last message counts.
  let seenInOtherTab: ChatId | null = null

  navigator.locks
    ?.request(name, () => {
      leads = true
      return stopped
    })
    .catch(() => undefined)
  channel.addEventListener('message', ({ data }) => {
    seenInOtherTab = data as ChatId | null
    if (seenInOtherTab !== null) onSeen(seenInOtherTab)
  })

  function setSeen(chatId: ChatId | null) {
    if (chatId === seenHere) return
    seenHere = chatId
    if (chatId !== null) {
      seenInOtherTab = null
      onSeen(chatId)
    }
    channel.postMessage(chatId)
  }

  return {
    isLeader: () => leads,
    setSeen,
    isSeen: (chatId) => chatId === seenHere || chatId === seenInOtherTab,
    stop() {
      setSeen(null)
      channel.close()
      stop()
    },
  }
}
