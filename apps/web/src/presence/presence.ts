import type { ChatId, Presence, PresenceEntry, UserId } from '@partyline/contract'
import { PRESENCE } from '@partyline/contract'

/** Somebody else who has the same chat before them. */
type Other = { userId: UserId; writing: boolean }

/** Who stops typing for so long is not writing any more. Milliseconds. */
const PAUSE_MS = 5_000
/** Several who come in within this time get one answer. Milliseconds. */
const ANSWER_MS = 500

type Parts = {
  /** This person: their other windows are nobody else. */
  me: UserId
  tell: (presence: Presence) => void
  timers: {
    set: (run: () => void, ms: number) => unknown
    clear: (timer: unknown) => void
    now: () => number
  }
}

export type PresenceStore = ReturnType<typeof createPresence>

/** What was heard of other connections, by their keys. */
type Known = ReadonlyMap<string, { entry: PresenceEntry; heardAt: number }>

const NOBODY: readonly Other[] = []

/** What this window says of itself, and who else it has heard of, by the rules of {@link PRESENCE}. */
export function createPresence({ me, tell, timers }: Parts) {
  let chatId: ChatId | null = null
  let writing = false
  let known: Known = new Map()
  let others = NOBODY
  let beat: unknown = null
  let pause: unknown = null
  let answer: unknown = null
  const listeners = new Set<() => void>()

  /** Says it now, and again before the others would forget it. */
  function announce() {
    timers.clear(beat)
    timers.clear(answer)
    answer = null
    tell({ chatId, writing })
    if (chatId !== null) beat = timers.set(announceAgain, PRESENCE.announceEveryMs)
  }

  function announceAgain() {
    announce()
    const since = timers.now() - PRESENCE.forgetAfterMs
    know(new Map([...known].filter(([, { heardAt }]) => heardAt > since)))
  }

  function know(next: Known) {
    known = next
    const now = othersIn(next, me)
    if (areSame(others, now)) return
    others = now
    for (const listener of listeners) listener()
  }

  function setWriting(next: boolean) {
    timers.clear(pause)
    if (next) pause = timers.set(() => setWriting(false), PAUSE_MS)
    if (writing === next) return
    writing = next
    if (chatId !== null) announce()
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Who else has the chat before them that this window shows. */
    others: () => others,

    /** Says which chat this window shows; null for none, or where nobody can see the window. */
    show(next: ChatId | null) {
      if (next === chatId) return
      timers.clear(pause)
      writing = false
      chatId = next
      know(new Map())
      announce()
    },

    /** Something was typed into a chat; nothing is left of it where it was sent or taken out. */
    wrote(where: ChatId, text: string) {
      if (where === chatId) setWriting(text !== '')
    },

    receive(entries: readonly PresenceEntry[]) {
      const here = entries.filter((entry) => entry.chatId === chatId && entry.userId !== me)
      const next = new Map(known)
      for (const entry of here) {
        if (entry.state === 'gone') next.delete(entry.connectionKey)
        else next.set(entry.connectionKey, { entry, heardAt: timers.now() })
      }
      know(next)
      if (here.some(({ isNew }) => isNew)) answer ??= timers.set(announce, ANSWER_MS)
    },

    /** A connection stands: what was heard on the one before is not known any more. */
    connected() {
      know(new Map())
      if (chatId !== null) announce()
    },

    stop() {
      for (const timer of [beat, pause, answer]) timers.clear(timer)
    },
  }
}

/** One entry for each person, however many windows they have. */
function othersIn(known: Known, me: UserId): readonly Other[] {
  const entries = [...known.values()].map(({ entry }) => entry)
  const writers = new Set(entries.filter(({ state }) => state === 'writing').map(({ userId }) => userId))
  const people = new Set(entries.map(({ userId }) => userId).filter((userId) => userId !== me))
  return [...people].map((userId) => ({ userId, writing: writers.has(userId) }))
}

function areSame(some: readonly Other[], others: readonly Other[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ userId, writing }, at) => others[at]?.userId === userId && others[at].writing === writing)
  )
}
