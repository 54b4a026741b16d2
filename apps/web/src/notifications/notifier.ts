import type { ChatId } from '@partyline/contract'
import type { Arrival } from '../core/chats/arrivals.ts'
import { isolated } from '../platform/isolated.ts'
import { NOTIFICATION_TEXTS } from './notification-texts.ts'
import type { NotificationSettings } from './notification-settings.ts'

/** An arrival with the names and the text of its notification. */
export type NamedArrival = Pick<Arrival, 'chatId' | 'kind' | 'isMine'> & {
  chatName: string
  /** The message or the note from someone else; null for the other kinds. */
  said: { author: string; text: string } | null
}

/** A system notification. One with the same tag replaces the other. */
export type Notice = { title: string; body: string; tag: string; chatId: ChatId }

/** Messages within this time are in one notification. Milliseconds. */
export const GATHER_MS = 1_000

type Parts = {
  settings: () => NotificationSettings
  /** Whether this tab is the one of the browser that notifies. */
  isLeader: () => boolean
  /** Whether the person has the chat open in any tab. */
  isSeen: (chatId: ChatId) => boolean
  show: (notice: Notice) => void
  play: () => void
  timers: { set: (run: () => void, ms: number) => unknown; clear: (timer: unknown) => void }
}

/** Decides what a person is notified of, and combines messages that arrive together. */
export function createNotifier({ settings, isLeader, isSeen, show, play, timers }: Parts) {
  let gathered: NamedArrival[] = []
  let timer: unknown = null

  function flush() {
    timer = null
    // Drop what was read in the meantime, here or in another tab.
    const unseen = gathered.filter(({ chatId }) => !isSeen(chatId))
    gathered = []
    const notice = noticeOf(unseen)
    if (notice === null || !isLeader()) return
    show(notice)
    if (settings().sound) play()
  }

  return {
    arrived(arrival: NamedArrival) {
      const { choice } = settings()
      if (choice !== 'all' && !(choice === 'mine' && arrival.isMine)) return
      gathered.push(arrival)
      timer ??= timers.set(flush, GATHER_MS)
    },
    stop() {
      if (timer !== null) timers.clear(timer)
      timer = null
      gathered = []
    },
  }
}

function noticeOf(arrivals: readonly NamedArrival[]): Notice | null {
  const last = arrivals.at(-1)
  if (last === undefined) return null
  const { chatId, chatName, kind, said } = last
  const chats = new Map(arrivals.map((arrival) => [arrival.chatId, arrival.chatName]))
  const messages = arrivals.filter((arrival) => arrival.kind === 'message').length
  if (chats.size > 1) {
    const title =
      messages === arrivals.length
        ? NOTIFICATION_TEXTS.joined(messages, chats.size)
        : NOTIFICATION_TEXTS.inChats(chats.size)
    return { title, body: [...chats.values()].map(isolated).join(', '), tag: 'partyline', chatId }
  }
  const line = said
    ? NOTIFICATION_TEXTS[kind === 'mention' ? 'mentioned' : 'inChat'](
        said.author,
        said.text || NOTIFICATION_TEXTS.picture,
      )
    : kind === 'notSent'
      ? NOTIFICATION_TEXTS.notSent
      : NOTIFICATION_TEXTS.snoozeEnded
  const body = messages > 1 ? `${NOTIFICATION_TEXTS.more(messages)}\n${line}` : line
  return { title: isolated(chatName), body, tag: `partyline.${chatId}`, chatId }
}
