import { chatChangeId, chatId, instant, memberId } from './ids.ts'
import { z } from './z.ts'

const told = {
  /**
   * Ids of changes and of messages are UUIDv7: in one chat their common order is that in which things happened, as far
   * as the clocks of the servers agree.
   */
  id: chatChangeId,
  at: instant,
  /** Who did it. Null: nobody of the team, but the system or the owner of a phone. */
  by: memberId.nullable(),
}

/** The other chat of a phone that was moved, with its name at that time. It may be archived by now. */
const otherChat = z.object({ id: chatId, name: z.string() })

/**
 * What happened to a chat, told as a line between its messages. People are named by their ids: the chat's members
 * keep the names of those who left.
 */
export const chatChange = z.discriminatedUnion('kind', [
  z.object({ ...told, kind: z.enum(['created', 'archived', 'relayOn', 'relayOff']) }),
  z.object({ ...told, kind: z.literal('renamed'), from: z.string(), to: z.string() }),
  /** The numbers that the chat texts from, in E.164. */
  z.object({ ...told, kind: z.literal('numberChanged'), from: z.string(), to: z.string() }),
  /**
   * About one member. `memberJoined` and `memberLeft`: of their own accord. `relayPaused`: too much came from this
   * phone, and what it writes is not passed on for a while (decisions 4.4). `optedOut` and `optedIn`: the phone said
   * STOP or START to the chat's number.
   */
  z.object({
    ...told,
    kind: z.enum(['memberAdded', 'memberJoined', 'memberRemoved', 'memberLeft', 'relayPaused', 'optedOut', 'optedIn']),
    memberId,
  }),
  /** A phone came from, or went to, another chat on the same number: decisions 3.4. */
  z.object({ ...told, kind: z.enum(['phoneMovedHere', 'phoneMovedAway']), memberId, otherChat }),
])
export type ChatChange = z.infer<typeof chatChange>
