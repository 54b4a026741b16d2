import { chatId, userId } from './ids.ts'
import { z } from './z.ts'

/** What a client says of itself. */
export const presence = z.strictObject({ chatId: chatId.nullable(), writing: z.boolean() })
export type Presence = z.infer<typeof presence>

/** What the hub says of one connection. */
export const presenceEntry = z.object({
  userId,
  /** Tells several windows of one person apart. It is the connection's public id, and gives access to nothing. */
  connectionKey: z.string(),
  chatId,
  state: z.enum(['viewing', 'writing', 'gone']),
  /** The connection was not in this chat before. */
  isNew: z.boolean(),
})
export type PresenceEntry = z.infer<typeof presenceEntry>
