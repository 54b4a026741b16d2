import { isPhone } from '../../core/people.ts'
import type { People } from '../../core/people.ts'
import type { MemberId, Message, MessageId } from '@partyline/contract'

/** A chat's messages as one person sees them. */
export type Seen = {
  /** Sent messages, oldest first. */
  messages: readonly Message[]
  /** In the order of their times. */
  pending: readonly Message[]
}

/** The messages that a person had seen at some moment. */
export type Known = { newestId: MessageId | null; held: ReadonlySet<MessageId> }

const isHeld = ({ pending }: Message) => pending?.state === 'held'

export function knownOf({ messages, pending }: Seen): Known {
  return { newestId: messages.at(-1)?.id ?? null, held: new Set(pending.filter(isHeld).map(({ id }) => id)) }
}

type Parts = { people: People; me: MemberId }

/** Colleagues' messages since then, sent or held, oldest first. */
export function repliesSince(known: Known, { messages, pending }: Seen, { people, me }: Parts): Message[] {
  const from = known.newestId === null ? 0 : messages.findIndex(({ id }) => id === known.newestId) + 1
  // The newest one may have been dropped: then no message is certainly new.
  const sent = known.newestId !== null && from === 0 ? [] : messages.slice(from)
  const isColleague = ({ sentBy }: Message) => sentBy !== me && people.has(sentBy) && !isPhone(people.get(sentBy))
  return [...sent, ...pending.filter(isHeld)].filter((one) => isColleague(one) && !known.held.has(one.id))
}

/**
 * What colleagues wrote first, although the person had not seen it when sending: while the person's own message is held, it
 * can still be taken back. Of two who send at the same moment, only the second is asked.
 */
export function missedReplies(known: Known, { messages, pending }: Seen, parts: Parts): Message[] {
  const own = pending.findLastIndex((one) => isHeld(one) && one.sentBy === parts.me)
  return own < 0 ? [] : repliesSince(known, { messages, pending: pending.slice(0, own) }, parts)
}
