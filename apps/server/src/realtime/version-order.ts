import type { ChatId, RealtimeEvent } from '@partyline/contract'
import type { Clock } from '../platform/index.ts'

type ChatEvent = Extract<RealtimeEvent, { version: number }>

type Parts = {
  send: (events: readonly RealtimeEvent[]) => void
  /** Resolves when the transactions that are in progress now have ended. */
  settled: () => Promise<unknown>
  clock: Clock
}

/** An event waits no longer than this for those before it, which may come from another process. */
const MAX_WAIT_MS = 100
/** Chats whose last version is known. Beyond that many, all are forgotten, and their next events wait for the others. */
const MAX_CHATS = 10_000

/**
 * Sends the events of a chat in the order of their versions. They are announced after the commit, and under load a commit may
 * be answered before the one that it waited for. An event after a gap therefore waits for the transactions that are in
 * progress, since one of them may have the event before it.
 */
export function createVersionOrder({ send, settled, clock }: Parts) {
  const lastSent = new Map<ChatId, number>()
  /** In the order of their versions. */
  const held = new Map<ChatId, ChatEvent[]>()

  function receive(event: ChatEvent) {
    const { chatId, version } = event
    if (version > (lastSent.get(chatId) ?? 0) + 1) return void hold(event)
    sendNow(event)
    return release(chatId, version + 1)
  }

  function sendNow(event: ChatEvent) {
    const { chatId, version } = event
    if (lastSent.size >= MAX_CHATS && !lastSent.has(chatId)) lastSent.clear()
    lastSent.set(chatId, Math.max(version, lastSent.get(chatId) ?? 0))
    send([event])
  }

  async function hold(event: ChatEvent) {
    const { chatId, version } = event
    held.set(
      chatId,
      [...(held.get(chatId) ?? []), event].toSorted((one, other) => one.version - other.version),
    )
    const { promise: waitedLong, resolve } = Promise.withResolvers<void>()
    const cancel = clock.after(MAX_WAIT_MS, resolve)
    await Promise.race([settled(), waitedLong])
    cancel()
    // Transactions that have just ended announce their events in this turn.
    setImmediate(() => release(chatId, version))
  }

  /** Sends waiting events up to this version, and those that follow without a gap. */
  function release(chatId: ChatId, version: number) {
    const waiting = held.get(chatId) ?? []
    let upTo = version
    while (waiting[0] && waiting[0].version <= upTo) {
      upTo = Math.max(upTo, waiting[0].version + 1)
      sendNow(waiting[0])
      waiting.shift()
    }
    if (waiting.length === 0) held.delete(chatId)
  }

  return (events: readonly RealtimeEvent[]) => {
    for (const event of events) {
      if (event.version === null) send([event])
      else receive(event)
    }
  }
}
