import { chatId, userId } from './ids.ts'
import { z } from './z.ts'

/** What someone is typing: a text to the contacts, or a note to the team. */
const writingMode = z.enum(['text', 'note'])

/** A client's own presence. */
export const presence = z.strictObject({
  chatId: chatId.nullable(),
  writing: z.boolean(),
  /** Absent from clients of the version before. */
  mode: writingMode.default('text'),
})
export type Presence = z.infer<typeof presence>

/** The presence of one connection. */
export const presenceEntry = z.object({
  userId,
  /** Distinguishes windows of the same user. It is the connection's public ID, and grants no access. */
  connectionKey: z.string(),
  chatId,
  state: z.enum(['viewing', 'writing', 'gone']),
  mode: writingMode,
  /** The connection was not in this chat before. */
  isNew: z.boolean(),
})
export type PresenceEntry = z.infer<typeof presenceEntry>
