import type { Message } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { compareMessages, shownRun } from './history.ts'
import type { History, Run } from './history.ts'

/** Maximum number of messages on screen; further pages remove messages at the other end. */
const MAX_SHOWN = 1_000

/** Adds a page of older messages to the run on screen. A page that is not full is the last one. */
export function withOlder(history: History, older: readonly Message[], pageSize: number): History {
  const run: Run = { messages: union(older, shownRun(history).messages), hasOlder: older.length >= pageSize }
  return history.excerpt === null ? { ...history, ...run } : { ...history, excerpt: run }
}

/** Adds a page of newer messages to the excerpt, which ends when it meets the newest run. */
export function withNewer(history: History, newer: readonly Message[], pageSize: number): History {
  const { excerpt } = history
  if (excerpt === null) return history
  const grown: Run = { messages: union(excerpt.messages, newer), hasOlder: excerpt.hasOlder }
  return newer.length < pageSize ? joined(history, grown) : joinedIfMeeting(history, grown)
}

/** Shows the messages around a message, unless they are part of the newest run. */
export function withExcerpt(history: History, around: readonly Message[]): History {
  return joinedIfMeeting(history, { messages: [...around], hasOlder: true })
}

/** Shows the newest run again. */
export function withoutExcerpt(history: History): History {
  return history.excerpt === null ? history : { ...history, excerpt: null }
}

/** Whether a run exceeds the maximum. */
export function exceedsMaxShown({ messages }: Run): boolean {
  return messages.length > MAX_SHOWN
}

/** Drops messages beyond the maximum at the end that the person scrolls away from. */
export function bounded(history: History, towards: 'older' | 'newer'): History {
  const run = shownRun(history)
  if (!exceedsMaxShown(run)) return history
  const { messages, hasOlder } = run
  if (towards === 'older') {
    const excerpt = { messages: messages.slice(0, MAX_SHOWN), hasOlder }
    if (history.excerpt !== null) return { ...history, excerpt }
    return { ...history, messages: messages.slice(-PAGE.messages), hasOlder: true, excerpt }
  }
  const rest: Run = { messages: messages.slice(-MAX_SHOWN), hasOlder: true }
  return history.excerpt === null ? { ...history, ...rest } : { ...history, excerpt: rest }
}

/** Joins a run with the newest one if the two meet; otherwise the run becomes the excerpt. */
function joinedIfMeeting(history: History, run: Run): History {
  const last = run.messages.at(-1)
  const first = history.messages[0]
  const meet = last !== undefined && first !== undefined && compareMessages(last, first) >= 0
  return meet ? joined(history, run) : { ...history, excerpt: run }
}

function joined(history: History, { messages, hasOlder }: Run): History {
  return { ...history, messages: union(messages, history.messages), hasOlder, excerpt: null }
}

/** The messages of both, in order. Of a message in both, the second version is newer. */
function union(some: readonly Message[], others: readonly Message[]): Message[] {
  const byId = new Map([...some, ...others].map((message) => [message.id, message]))
  return [...byId.values()].toSorted(compareMessages)
}
