import { isBlank } from '@partyline/contract'
import type { MemberId, Message } from '@partyline/contract'
import { useEffect, useRef, useState } from 'react'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'
import type { Drafts } from '../../core/drafts.ts'
import type { People } from '../../core/people.ts'
import { useStable } from '../../platform/use-stable.ts'
import { knownOf, missedReplies, repliesSince } from './collision.ts'

type Parts = { chat: OpenedChat; people: People; me: MemberId; drafts: Drafts }

/** Finds a colleague's reply that appeared while the person was typing or sending: docs/product.md#two-people-in-a-chat */
export function useCollision({ chat: { id, pending, history }, people, me, drafts }: Parts) {
  const seen = { messages: history.messages, pending }
  /** The reply that the person was asked about before sending. */
  const [asked, setAsked] = useState<Message | null>(null)
  /** Seen when the last message was sent. */
  const [atSending, setAtSending] = useState(() => knownOf(seen))
  /** Seen when the person began to type. */
  const atTyping = useRef(atSending)

  const whileIdle = useStable(() => {
    const { text, files } = drafts.of(id)
    if (!isBlank(text) || files.length > 0) return
    atTyping.current = knownOf(seen)
    setAsked(null)
  })
  useEffect(() => whileIdle())
  useEffect(() => drafts.subscribe(whileIdle), [drafts, whileIdle])

  const missed = missedReplies(atSending, seen, { people, me }).at(-1)
  const own = pending.findLast(({ sentBy, pending: state }) => sentBy === me && state?.state === 'held')

  return {
    /** The reply to ask about, and the own message if it is held already. */
    collision: asked ? { reply: asked, own: null } : missed && own ? { reply: missed, own } : null,
    /** Call before sending what was typed. Returns whether the person has to be asked first. */
    asks: useStable(() => {
      const reply = repliesSince(atTyping.current, seen, { people, me }).at(-1)
      if (asked || !reply) setAtSending(knownOf(seen))
      else setAsked(reply)
      return !asked && reply !== undefined
    }),
    /** The person knows of the replies now. */
    settle: useStable(() => {
      atTyping.current = knownOf(seen)
      setAtSending(atTyping.current)
      setAsked(null)
    }),
  }
}
