import { decideNotification } from '@partyline/contract'
import type { Availability, ChatId, NotificationChoice, NotificationQuestion } from '@partyline/contract'
import type { Arrival } from '../core/chats/arrivals.ts'
import { noticeBody, noticeTag } from '../core/notices/notice.ts'
import { isolated } from '../platform/isolated.ts'
import { NOTIFICATION_TEXTS } from './notification-texts.ts'
import type { NotificationSettings } from './notification-settings.ts'

/** An arrival with the names and text of its notification, and the facts that decide about it. */
export type NamedArrival = Pick<Arrival, 'chatId' | 'id' | 'kind'> & {
  chatName: string
  /** Who wrote the message or the note, or assigned the chat, and the words; null for the other kinds. */
  said: { author: string; text: string } | null
  person: Availability
  chat: NotificationQuestion['chat']
}

/** A system notification. One with the same tag replaces the other. */
export type Notice = {
  title: string
  body: string
  tag: string
  /** The chat that a click opens. */
  chatId: ChatId
  chatIds: ChatId[]
  /** The messages, notes, and changes it is about. */
  itemIds: string[]
}

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
  /** Called with items on screen that stay unread, so that no device notifies the person of them. */
  onSeen: (itemIds: string[]) => void
  /** Called when a person who has not chosen yet would have been notified. */
  onMissed: () => void
  now: () => Date
  timers: { set: (run: () => void, ms: number) => unknown; clear: (timer: unknown) => void }
}

/** Decides what to notify a person of, and combines simultaneous arrivals. */
export function createNotifier({ settings, isLeader, isSeen, show, play, onSeen, onMissed, now, timers }: Parts) {
  let gathered: NamedArrival[] = []
  let timer: unknown = null

  // Drops items that were read in the meantime, here or in another tab.
  const isTold = ({ chatId, kind, person, chat }: NamedArrival, choice: NotificationChoice) =>
    decideNotification({ kind, choice, person, now: now(), seen: isSeen(chatId) ? 'read' : null, chat }).told

  function flush() {
    timer = null
    const arrived = gathered
    gathered = []
    const seen = arrived.filter(({ kind, chatId }) => kind !== 'text' && kind !== 'mention' && isSeen(chatId))
    if (seen.length > 0 && isLeader()) onSeen(seen.map(({ id }) => id))
    const { choice, sound } = settings()
    if (choice === 'unasked') {
      // The offer is about texts from others.
      if (arrived.some((one) => one.kind !== 'notSent' && isTold(one, 'mine'))) onMissed()
      return
    }
    const notice = noticeOf(arrived.filter((one) => isTold(one, choice)))
    if (notice === null || !isLeader()) return
    show(notice)
    if (sound) play()
  }

  return {
    arrived(arrival: NamedArrival) {
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
  const { chatId, chatName } = last
  const chats = new Map(arrivals.map((arrival) => [arrival.chatId, arrival.chatName]))
  const about = { chatId, chatIds: [...chats.keys()], itemIds: arrivals.map(({ id }) => id) }
  const texts = arrivals.filter(({ kind }) => kind === 'text').length
  if (chats.size > 1) {
    const title =
      texts === arrivals.length ? NOTIFICATION_TEXTS.joined(texts, chats.size) : NOTIFICATION_TEXTS.inChats(chats.size)
    return { title, body: [...chats.values()].map(isolated).join(', '), tag: 'partyline', ...about }
  }
  const body = noticeBody({ kind: last.kind, said: last.said, texts })
  return { title: isolated(chatName), body, tag: noticeTag(chatId), ...about }
}
