import type { ChatId, MemberId, Message } from '@partyline/contract'
import { createListeners } from '../../platform/store.ts'
import type { OutboxStorage } from './outbox-storage.ts'
import type { Outgoing, Timing, Writing } from './outgoing.ts'
import { looksLike } from './outgoing.ts'
import type { StallReason } from './stall-reason.ts'

type Parts = {
  /** Sends a message to the server and returns the server's version. */
  post: (outgoing: Outgoing) => Promise<Message>
  /** Why a message that could not be sent should wait; null if the server refused it. */
  stallReason: (error: unknown) => StallReason | null
  /** The error text on screen. */
  describe: (error: unknown) => string
  /** Called after a message was marked as failed. */
  onFailed: (error: unknown) => void
  /** Called with the server's version, before it replaces the outgoing message. */
  onAccepted: (chatId: ChatId, message: Message) => void
  /** Frees files that are no longer needed. */
  release: (files: Outgoing['files']) => void
  /** Keeps messages across reloads. */
  storage: OutboxStorage
  timers: { set: (run: () => void, ms: number) => unknown; clear: (timer: unknown) => void }
  newId: () => string
  now: () => Date
}

export type Outbox = ReturnType<typeof createOutbox>

const NONE: readonly Outgoing[] = []
/** Delays between attempts while the server can't be reached; the last one repeats. Milliseconds. */
const RETRY_DELAYS_MS = [2_000, 5_000, 10_000, 30_000]
/** Sent messages remembered per chat: they show their pictures until the server's are loaded. */
const MAX_ACCEPTED = 20
/** Maximum difference between the browser's clock and the server's. Milliseconds. */
const MAX_CLOCK_SKEW_MS = 60_000

/**
 * Messages written in this browser that are not on the server yet, or have just arrived there. Each chat sends one message
 * at a time, so that they arrive in order. While the server can't be reached, they are stalled. A refused message stays
 * until it is retried or discarded.
 */
export function createOutbox(parts: Parts) {
  const { storage, timers } = parts
  const byChat = new Map<ChatId, readonly Outgoing[]>()
  const { subscribe, notify } = createListeners()
  const busy = new Set<ChatId>()
  let isStopped = false
  /** Why nothing is sent at the moment. */
  let stalledBy: StallReason | null = null
  let failedAttempts = 0
  let retryTimer: unknown = null
  let lastSentOn = 0

  function change(chatId: ChatId, next: (list: readonly Outgoing[]) => readonly Outgoing[]) {
    byChat.set(chatId, next(byChat.get(chatId) ?? NONE))
    notify()
  }

  function setState(outgoing: Outgoing, state: Outgoing['state']) {
    change(outgoing.chatId, (list) => list.map((one) => (one.id === outgoing.id ? { ...one, state } : one)))
  }

  /** At least a millisecond after the previous one: messages are ordered by time. */
  function nextSentOn(): string {
    lastSentOn = Math.max(parts.now().getTime(), lastSentOn + 1)
    return new Date(lastSentOn).toISOString()
  }

  function enqueue(outgoing: Outgoing) {
    const state: Outgoing['state'] = stalledBy ? { kind: 'stalled', reason: stalledBy } : { kind: 'waiting' }
    const queued = { ...outgoing, state }
    change(queued.chatId, (list) => [...list.filter(({ id }) => id !== queued.id), queued])
    storage.keep(queued)
    void sendQueued(queued.chatId)
  }

  async function sendQueued(chatId: ChatId) {
    if (busy.has(chatId)) return
    busy.add(chatId)
    try {
      for (let next = nextToSend(chatId); next; next = nextToSend(chatId)) await post(next)
    } finally {
      busy.delete(chatId)
    }
  }

  function nextToSend(chatId: ChatId): Outgoing | undefined {
    return stalledBy || isStopped ? undefined : byChat.get(chatId)?.find(isToBeSent)
  }

  async function post(outgoing: Outgoing) {
    let message: Message
    try {
      message = await parts.post(outgoing)
    } catch (error) {
      const reason = parts.stallReason(error)
      if (reason) stall(reason)
      else fail(outgoing, error)
      return
    }
    failedAttempts = 0
    parts.onAccepted(outgoing.chatId, message)
    // A pending message is the server's from now on: it may never become a message.
    if (message.pending) return discard(outgoing)
    setState(outgoing, { kind: 'accepted', messageId: message.id, confirmed: true })
    storage.forget(outgoing.id)
    dropAccepted(outgoing.chatId)
  }

  function discard(outgoing: Outgoing) {
    parts.release(outgoing.files)
    storage.forget(outgoing.id)
    change(outgoing.chatId, (list) => list.filter(({ id }) => id !== outgoing.id))
  }

  function fail(outgoing: Outgoing, error: unknown) {
    const failed: Outgoing = { ...outgoing, state: { kind: 'failed', reason: parts.describe(error) } }
    setState(outgoing, failed.state)
    storage.keep(failed)
    parts.onFailed(error)
  }

  /** Stalls all messages until the server can be reached again. */
  function stall(reason: StallReason) {
    if (stalledBy || isStopped) return
    stalledBy = reason
    replaceStates('waiting', { kind: 'stalled', reason })
    const delay = RETRY_DELAYS_MS[Math.min(failedAttempts, RETRY_DELAYS_MS.length - 1)] ?? 0
    failedAttempts += 1
    retryTimer = timers.set(wake, delay)
  }

  function wake() {
    if (!stalledBy || isStopped) return
    stalledBy = null
    timers.clear(retryTimer)
    replaceStates('stalled', { kind: 'waiting' })
    for (const chatId of byChat.keys()) void sendQueued(chatId)
  }

  function replaceStates(from: 'waiting' | 'stalled', state: Outgoing['state']) {
    for (const chatId of byChat.keys()) {
      change(chatId, (list) => list.map((one) => (one.state.kind === from ? { ...one, state } : one)))
    }
  }

  function dropAccepted(chatId: ChatId) {
    const accepted = (byChat.get(chatId) ?? NONE).filter(({ state }) => state.kind === 'accepted' && state.confirmed)
    const dropped = new Set(accepted.slice(0, -MAX_ACCEPTED))
    if (dropped.size === 0) return
    for (const { files } of dropped) parts.release(files)
    change(chatId, (list) => list.filter((one) => !dropped.has(one)))
  }

  function recognize(chatId: ChatId, message: Message, maxLeadMs: number) {
    const list = byChat.get(chatId) ?? NONE
    if (list.some(({ state }) => state.kind === 'accepted' && state.messageId === message.id)) return
    const match = list.find(
      (one) =>
        one.state.kind !== 'accepted' &&
        looksLike(one, message) &&
        Date.parse(one.sentOn) - Date.parse(message.sentOn) < maxLeadMs,
    )
    if (match === undefined) return
    // A failed message did arrive, for example because only the response was lost: no response will confirm it.
    const confirmed = match.state.kind === 'failed'
    setState(match, { kind: 'accepted', messageId: message.id, confirmed })
    if (confirmed) storage.forget(match.id)
  }

  /** Takes over the messages of pages that were closed. */
  async function adopt() {
    const known = new Set([...byChat.values()].flat().map(({ id }) => id))
    for (const outgoing of await storage.adopt()) {
      if (known.has(outgoing.id)) continue
      // Every other stored state is reset. Earlier versions stored `held` for `stalled`.
      if (outgoing.state.kind === 'failed') change(outgoing.chatId, (list) => [...list, outgoing])
      else enqueue(outgoing)
    }
  }

  return {
    subscribe,
    of: (chatId: ChatId): readonly Outgoing[] => byChat.get(chatId) ?? NONE,

    /** Sends what closed or reloaded pages left. Returns how to stop sending. */
    start() {
      isStopped = false
      const leave = storage.open()
      // The retry timer was cleared when it stopped.
      wake()
      void adopt()
      return () => {
        isStopped = true
        timers.clear(retryTimer)
        leave()
      }
    },

    send(chatId: ChatId, sentBy: MemberId, { timing, ...writing }: Writing & { timing: Timing }) {
      const state = { kind: 'waiting' } as const
      enqueue({ ...writing, id: parts.newId(), chatId, sentBy, sentOn: nextSentOn(), timing, state })
    },

    /** Retries a failed message with the same key: one that did arrive is not sent twice. */
    retry(outgoing: Outgoing) {
      enqueue({ ...outgoing, sentOn: nextSentOn() })
    },

    discard,

    /** Retries stalled messages at once, and again soon: when a network comes back, its first requests may still fail. */
    wake() {
      failedAttempts = 0
      wake()
    },

    /**
     * The event for our own message may arrive before the response. The oldest outgoing message that looks like it is
     * presumed to be the same, so that it never appears twice. The response confirms it.
     */
    recognize: (chatId: ChatId, message: Message) => recognize(chatId, message, Infinity),

    /** The same for a page of the chat. A message older than the outgoing one can't be the same. */
    recognizeIn(chatId: ChatId, messages: readonly Message[]) {
      for (const message of messages) recognize(chatId, message, MAX_CLOCK_SKEW_MS)
    },
  }
}

function isToBeSent({ state }: Outgoing): boolean {
  return state.kind === 'waiting' || (state.kind === 'accepted' && !state.confirmed)
}
