import { chatChangeId, chatId, instant, memberId } from './ids.ts'
import { z } from './z.ts'

const common = {
  /**
   * IDs of changes and messages are UUIDv7: within a chat, they sort in the order of events, as far
   * as the servers' clocks agree.
   */
  id: chatChangeId,
  at: instant,
  /** The user who did it. Null if it was the system or the owner of a phone. */
  by: memberId.nullable(),
}

/** The other chat of a phone that was moved, with its name at that time. It may be archived now. */
const otherChat = z.object({ id: chatId, name: z.string() })

/**
 * A change of a chat, shown between its messages. People are identified by ID: the chat's members
 * include those who left.
 */
export const chatChange = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    /** `reopened` by no one: a contact wrote. `snoozeEnded`: the snooze expired. */
    kind: z.enum(['created', 'archived', 'restored', 'relayOn', 'relayOff', 'done', 'reopened', 'snoozeEnded']),
  }),
  z.object({ ...common, kind: z.literal('snoozed'), until: instant }),
  z.object({ ...common, kind: z.literal('renamed'), from: z.string(), to: z.string() }),
  /** The chat's lines, in E.164. */
  z.object({ ...common, kind: z.literal('numberChanged'), from: z.string(), to: z.string() }),
  /**
   * About one member. `memberJoined` and `memberLeft` are by the member. `relayPaused`: too many texts arrived from
   * this phone, so the relay pauses. `optedOut` and `optedIn`: the phone texted STOP or START to the chat's line, or a
   * user did it by hand. `consented`: consent to texts was recorded. `assigned` and `unassigned`: the chat was given to
   * this user, or taken from them.
   */
  z.object({
    ...common,
    kind: z.enum([
      'memberAdded',
      'memberJoined',
      'memberRemoved',
      'memberLeft',
      'relayPaused',
      'optedOut',
      'optedIn',
      'consented',
      'assigned',
      'unassigned',
    ]),
    memberId,
  }),
  /** A phone was moved between this chat and another one on the same line. */
  z.object({ ...common, kind: z.enum(['phoneMovedHere', 'phoneMovedAway']), memberId, otherChat }),
])
export type ChatChange = z.infer<typeof chatChange>
