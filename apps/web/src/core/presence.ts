import type { ChatId, Presence, PresenceEntry, UserId } from '@partyline/contract'
import { PRESENCE } from '@partyline/contract'
import { createStore } from '../platform/store.ts'
import type { Store } from '../platform/store.ts'

type Mode = Presence['mode']

/** Someone else who has the same chat open, and what they are writing there. */
type Other = { userId: UserId; writing: Mode | null }

/** Who is typing a text in which chat, by connection. */
type Typing = ReadonlyMap<string, { chatId: ChatId; userId: UserId; heardAt: number }>

/** Writing ends after this long without a key. Milliseconds. */
const TYPING_TIMEOUT_MS = 5_000
/** Debounces replies to newcomers. Milliseconds. */
const REPLY_DEBOUNCE_MS = 500

type Parts = {
  /** This person: their own other tabs don't count. */
  me: UserId
  send: (presence: Presence) => void
  timers: {
    set: (run: () => void, ms: number) => unknown
    clear: (timer: unknown) => void
    now: () => number
  }
}

export type PresenceStore = ReturnType<typeof createPresence>

/** Other connections, by key. */
type Known = ReadonlyMap<string, { entry: PresenceEntry; heardAt: number }>

const NOBODY: readonly Other[] = []
const NO_TYPING: Typing = new Map()

/** Announces this window's presence, and keeps track of others, by the rules of {@link PRESENCE}. */
export function createPresence({ me, send, timers }: Parts) {
  let chatId: ChatId | null = null
  let writing: Mode | null = null
  let known: Known = new Map()
  const others = createStore(NOBODY)
  const typing = createStore(NO_TYPING)
  let forgetTimer: unknown = null
  let heartbeatTimer: unknown = null
  let typingTimer: unknown = null
  let replyTimer: unknown = null

  /** Announces now, and again before the others forget. */
  function announce() {
    timers.clear(heartbeatTimer)
    timers.clear(replyTimer)
    replyTimer = null
    send({ chatId, writing: writing !== null, mode: writing ?? 'text' })
    if (chatId !== null) heartbeatTimer = timers.set(heartbeat, PRESENCE.announceEveryMs)
  }

  function heartbeat() {
    announce()
    const since = timers.now() - PRESENCE.forgetAfterMs
    setKnown(new Map([...known].filter(([, { heardAt }]) => heardAt > since)))
  }

  function setKnown(next: Known) {
    known = next
    const now = othersIn(next, me)
    if (!areSame(others.current(), now)) others.set(now)
  }

  function hearTyping(entries: readonly PresenceEntry[]) {
    const since = timers.now() - PRESENCE.forgetAfterMs
    const next = new Map([...typing.current()].filter(([, { heardAt }]) => heardAt > since))
    for (const { connectionKey, chatId: inChat, userId, state, mode } of entries) {
      if (state === 'writing' && mode !== 'note')
        next.set(connectionKey, { chatId: inChat, userId, heardAt: timers.now() })
      else if (next.get(connectionKey)?.chatId === inChat) next.delete(connectionKey)
    }
    if (next.size === 0 && typing.current().size === 0) return
    typing.set(next)
    timers.clear(forgetTimer)
    if (next.size > 0) forgetTimer = timers.set(() => hearTyping([]), PRESENCE.forgetAfterMs)
  }

  function setWriting(next: Mode | null) {
    timers.clear(typingTimer)
    if (next) typingTimer = timers.set(() => setWriting(null), TYPING_TIMEOUT_MS)
    if (writing === next) return
    writing = next
    if (chatId !== null) announce()
  }

  return {
    /** Others who have the chat open that this window shows. */
    others: others as Store<readonly Other[]>,
    typing: typing as Store<Typing>,
    /** One of the others who are typing a text in a chat; null if no one is. */
    typingIn: (inChat: ChatId): UserId | null =>
      [...typing.current().values()].find((one) => one.chatId === inChat)?.userId ?? null,

    /** Sets the chat on screen; null for none, or if the window can't be seen. */
    setChat(next: ChatId | null) {
      if (next === chatId) return
      timers.clear(typingTimer)
      writing = null
      chatId = next
      setKnown(new Map())
      announce()
    },

    /** Call with a draft's text when it changes; empty after sending or clearing it. */
    typed(inChat: ChatId, text: string, mode: Mode) {
      if (inChat === chatId) setWriting(text === '' ? null : mode)
    },

    receive(entries: readonly PresenceEntry[]) {
      hearTyping(entries.filter(({ userId }) => userId !== me))
      const here = entries.filter((entry) => entry.chatId === chatId && entry.userId !== me)
      const next = new Map(known)
      for (const entry of here) {
        if (entry.state === 'gone') next.delete(entry.connectionKey)
        else next.set(entry.connectionKey, { entry, heardAt: timers.now() })
      }
      setKnown(next)
      if (here.some(({ isNew }) => isNew)) replyTimer ??= timers.set(announce, REPLY_DEBOUNCE_MS)
    },

    /** On a new connection, what the last one reported is outdated. */
    connected() {
      setKnown(new Map())
      typing.set(NO_TYPING)
      if (chatId !== null) announce()
    },

    stop() {
      for (const timer of [heartbeatTimer, typingTimer, replyTimer, forgetTimer]) timers.clear(timer)
    },
  }
}

/** One entry per person, however many windows they have. A text counts before a note. */
function othersIn(known: Known, me: UserId): readonly Other[] {
  const people = new Map<UserId, Mode | null>()
  for (const { entry } of known.values()) {
    const { userId, state, mode } = entry
    if (userId === me) continue
    const before = people.get(userId) ?? null
    // A server of the version before sends no mode.
    const now = state === 'writing' ? (mode ?? 'text') : null
    people.set(userId, before === 'text' ? before : (now ?? before))
  }
  return [...people].map(([userId, writing]) => ({ userId, writing }))
}

function areSame(some: readonly Other[], others: readonly Other[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ userId, writing }, at) => others[at]?.userId === userId && others[at].writing === writing)
  )
}
