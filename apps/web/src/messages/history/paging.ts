import type { Message } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { compareMessages, shownRun } from './history.ts'
import type { History, Run } from './history.ts'

/** The most messages that are shown at once; further ones push out those at the other end. */
const MOST_SHOWN = 1_000

/** Puts a page of older messages before those that are shown. A page that is not full is the last one. */
export function withOlder(history: History, older: readonly Message[], pageSize: number): History {
  const run: Run = { messages: union(older, shownRun(history).messages), hasOlder: older.length >= pageSize }
  return history.excerpt === null ? { ...history, ...run } : { ...history, excerpt: run }
}

/** Puts a page of newer messages behind those of the excerpt, which ends where it meets the newest run. */
export function withNewer(history: History, newer: readonly Message[], pageSize: number): History {
  const { excerpt } = history
  if (excerpt === null) return history
  const grown: Run = { messages: union(excerpt.messages, newer), hasOlder: excerpt.hasOlder }
  return newer.length < pageSize ? joined(history, grown) : met(history, grown)
}

/** Goes to the surroundings of a message, unless they are part of what is held. */
export function withExcerpt(history: History, around: readonly Message[]): History {
  return met(history, { messages: [...around], hasOlder: true })
}

/** Goes back to the newest messages. */
export function withoutExcerpt(history: History): History {
  return history.excerpt === null ? history : { ...history, excerpt: null }
}

/** Whether more is shown than should be. */
export function isTooLong({ messages }: Run): boolean {
  return messages.length > MOST_SHOWN
}

/** Lets go of what is furthest from where the person is going, where more is shown than should be. */
export function bounded(history: History, towards: 'older' | 'newer'): History {
  const run = shownRun(history)
  if (!isTooLong(run)) return history
  const { messages, hasOlder } = run
  if (towards === 'older') {
    const excerpt = { messages: messages.slice(0, MOST_SHOWN), hasOlder }
    if (history.excerpt !== null) return { ...history, excerpt }
    return { ...history, messages: messages.slice(-PAGE.messages), hasOlder: true, excerpt }
  }
  const rest: Run = { messages: messages.slice(-MOST_SHOWN), hasOlder: true }
  return history.excerpt === null ? { ...history, ...rest } : { ...history, excerpt: rest }
}

/** A run further back is part of the newest one as soon as the two meet. */
function met(history: History, run: Run): History {
  const last = run.messages.at(-1)
  const first = history.messages[0]
  const meet = last !== undefined && first !== undefined && compareMessages(last, first) >= 0
  return meet ? joined(history, run) : { ...history, excerpt: run }
}

function joined(history: History, { messages, hasOlder }: Run): History {
  return { ...history, messages: union(messages, history.messages), hasOlder, excerpt: null }
}

/** All messages of both in the order of time; where both hold one, the second has it newer. */
function union(some: readonly Message[], others: readonly Message[]): Message[] {
  const byId = new Map([...some, ...others].map((message) => [message.id, message]))
  return [...byId.values()].toSorted(compareMessages)
}
