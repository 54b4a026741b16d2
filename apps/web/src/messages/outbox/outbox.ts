import type { ChatId, MemberId, Message } from '@partyline/contract'
import type { OutboxStorage } from './outbox-storage.ts'
import type { HoldReason } from './hold-reason.ts'
import type { Outgoing, Writing } from './outgoing.ts'
import { looksLike } from './outgoing.ts'

type Parts = {
  /** Hands a message to the server and answers what it became there. */
  post: (outgoing: Outgoing) => Promise<Message>
  /** Why a message that was not handed over waits; null where the server refused it. */
  holdReason: (error: unknown) => HoldReason | null
  /** The sentence that a person reads about a failure. */
  describe: (error: unknown) => string
  /** Called with every failure that is not waited out, after the message is marked as failed. */
  onFailed: (error: unknown) => void
  /** Called with the server's version, before the outgoing one gives way to it. */
  onAccepted: (chatId: ChatId, message: Message) => void
  /** Called with files that are no longer needed. */
  release: (files: Outgoing['files']) => void
  /** Where messages outlive a reload. */
  storage: OutboxStorage
  timers: { set: (run: () => void, ms: number) => unknown; clear: (timer: unknown) => void }
  newId: () => string
  now: () => Date
}

export type Outbox = ReturnType<typeof createOutbox>

const NONE: readonly Outgoing[] = []
/** Waits between tries while the server cannot be reached; the last one repeats. Milliseconds. */
const RETRY_DELAYS_MS = [2_000, 5_000, 10_000, 30_000]
/** So many sent messages of a chat are remembered, for the pictures that they show until the server's are loaded. */
const ACCEPTED_MOST = 20
/** The browser's clock and the server's may be apart by this much. Milliseconds. */
const CLOCKS_DIFFER_MS = 60_000

/**
 * What was written here and is not yet, or only just, on the server. One message of a chat is under way at a time, so
 * that they arrive in the order in which they were written. While the server cannot be reached they wait; one that it
 * refused stays until it is tried again or discarded.
 */
export function createOutbox(parts: Parts) {
  const { storage, timers } = parts
  const byChat = new Map<ChatId, readonly Outgoing[]>()
  const listeners = new Set<() => void>()
  const busy = new Set<ChatId>()
  let isStopped = false
  /** Why nothing goes out at present. */
  let away: HoldReason | null = null
  let failedTries = 0
  let timer: unknown = null
  let lastSentOn = 0

  function change(chatId: ChatId, next: (held: readonly Outgoing[]) => readonly Outgoing[]) {
    byChat.set(chatId, next(byChat.get(chatId) ?? NONE))
    for (const listener of listeners) listener()
  }

  function setState(outgoing: Outgoing, state: Outgoing['state']) {
    change(outgoing.chatId, (held) => held.map((one) => (one.id === outgoing.id ? { ...one, state } : one)))
  }

  /** A millisecond later than the one before at least: their times tell their order. */
  function nextSentOn(): string {
    lastSentOn = Math.max(parts.now().getTime(), lastSentOn + 1)
    return new Date(lastSentOn).toISOString()
  }

  function enqueue(outgoing: Outgoing) {
    const queued: Outgoing = { ...outgoing, state: away ? { kind: 'held', reason: away } : { kind: 'waiting' } }
    change(queued.chatId, (held) => [...held.filter(({ id }) => id !== queued.id), queued])
    storage.keep(queued)
    void work(queued.chatId)
  }

  async function work(chatId: ChatId) {
    if (busy.has(chatId)) return
    busy.add(chatId)
    try {
      for (let next = nextOf(chatId); next; next = nextOf(chatId)) await post(next)
    } finally {
      busy.delete(chatId)
    }
  }

  function nextOf(chatId: ChatId): Outgoing | undefined {
    return away || isStopped ? undefined : byChat.get(chatId)?.find(isUnderWay)
  }

  async function post(outgoing: Outgoing) {
    let message: Message
    try {
      message = await parts.post(outgoing)
    } catch (error) {
      const reason = parts.holdReason(error)
      if (reason) wait(reason)
      else fail(outgoing, error)
      return
    }
    failedTries = 0
    parts.onAccepted(outgoing.chatId, message)
    setState(outgoing, { kind: 'accepted', messageId: message.id, confirmed: true })
    storage.forget(outgoing.id)
    dropAccepted(outgoing.chatId)
  }

  function fail(outgoing: Outgoing, error: unknown) {
    const failed: Outgoing = { ...outgoing, state: { kind: 'failed', reason: parts.describe(error) } }
    setState(outgoing, failed.state)
    storage.keep(failed)
    parts.onFailed(error)
  }

  /** Holds everything until the server can be reached again. */
  function wait(reason: HoldReason) {
    if (away || isStopped) return
    away = reason
    exchange('waiting', { kind: 'held', reason })
    const delay = RETRY_DELAYS_MS[Math.min(failedTries, RETRY_DELAYS_MS.length - 1)] ?? 0
    failedTries += 1
    timer = timers.set(wake, delay)
  }

  function wake() {
    if (!away || isStopped) return
    away = null
    timers.clear(timer)
    exchange('held', { kind: 'waiting' })
    for (const chatId of byChat.keys()) void work(chatId)
  }

  function exchange(from: 'waiting' | 'held', state: Outgoing['state']) {
    for (const chatId of byChat.keys()) {
      change(chatId, (held) => held.map((one) => (one.state.kind === from ? { ...one, state } : one)))
    }
  }

  function dropAccepted(chatId: ChatId) {
    const accepted = (byChat.get(chatId) ?? NONE).filter(({ state }) => state.kind === 'accepted' && state.confirmed)
    const dropped = new Set(accepted.slice(0, -ACCEPTED_MOST))
    if (dropped.size === 0) return
    for (const { files } of dropped) parts.release(files)
    change(chatId, (held) => held.filter((one) => !dropped.has(one)))
  }

  function recognise(chatId: ChatId, message: Message, olderMost: number) {
    const held = byChat.get(chatId) ?? NONE
    if (held.some(({ state }) => state.kind === 'accepted' && state.messageId === message.id)) return
    const match = held.find(
      (one) =>
        one.state.kind !== 'accepted' &&
        looksLike(one, message) &&
        Date.parse(one.sentOn) - Date.parse(message.sentOn) < olderMost,
    )
    if (match === undefined) return
    // A failed one had arrived after all, for example when only the answer was lost: there is no answer to wait for.
    const confirmed = match.state.kind === 'failed'
    setState(match, { kind: 'accepted', messageId: message.id, confirmed })
    if (confirmed) storage.forget(match.id)
  }

  /** Goes on with what was left behind by a page that is gone. */
  async function adopt() {
    const known = new Set([...byChat.values()].flat().map(({ id }) => id))
    for (const outgoing of await storage.adopt()) {
      if (known.has(outgoing.id)) continue
      if (outgoing.state.kind === 'failed') change(outgoing.chatId, (held) => [...held, outgoing])
      else enqueue(outgoing)
    }
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    of: (chatId: ChatId): readonly Outgoing[] => byChat.get(chatId) ?? NONE,

    /** Takes up what a closed or reloaded page left. After the returned function was called nothing goes out. */
    start() {
      isStopped = false
      const leave = storage.open()
      // Its timer ended when it was stopped.
      wake()
      void adopt()
      return () => {
        isStopped = true
        timers.clear(timer)
        leave()
      }
    },

    send(chatId: ChatId, sentBy: MemberId, writing: Writing) {
      enqueue({ ...writing, id: parts.newId(), chatId, sentBy, sentOn: nextSentOn(), state: { kind: 'waiting' } })
    },

    /** Tries a failed one again under the same key: what had arrived after all is not sent a second time. */
    retry(outgoing: Outgoing) {
      enqueue({ ...outgoing, sentOn: nextSentOn() })
    },

    discard(outgoing: Outgoing) {
      parts.release(outgoing.files)
      storage.forget(outgoing.id)
      change(outgoing.chatId, (held) => held.filter(({ id }) => id !== outgoing.id))
    },

    /** The server may be in reach again: what waits is tried at once. */
    wake,

    /**
     * An event may bring our own message before the answer does. The oldest one that looks like it is presumed to be
     * it, so that it never shows twice; the answer settles it.
     */
    recognise: (chatId: ChatId, message: Message) => recognise(chatId, message, Infinity),

    /** The same for a page of the chat, of which only what is not older than the waiting one can be it. */
    recogniseIn(chatId: ChatId, messages: readonly Message[]) {
      for (const message of messages) recognise(chatId, message, CLOCKS_DIFFER_MS)
    },
  }
}

function isUnderWay({ state }: Outgoing): boolean {
  return state.kind === 'waiting' || (state.kind === 'accepted' && !state.confirmed)
}
