import { defineCalls } from './call.ts'
import { chatChange } from './chat-changes.ts'
import { member } from './chats.ts'
import { timeZone } from './fields.ts'
import { chatId, instant, numberId } from './ids.ts'
import { file } from './media.ts'
import { message } from './messages.ts'
import { note } from './notes.ts'
import { z } from './z.ts'

/** A file with the SHA-256 of its bytes, in hexadecimal; null if they are gone. */
const exportedFile = file.extend({ sha256: z.string().nullable() })

/** An event in a chat, in chronological order. `author`: the name of the user or contact who did it; null if none is recorded. */
export const exportedEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('message'),
    author: z.string().nullable(),
    message: message.omit({ pending: true }).extend({ media: z.array(exportedFile) }),
  }),
  z.object({ kind: z.literal('change'), author: z.string().nullable(), change: chatChange }),
  z.object({
    kind: z.literal('note'),
    author: z.string().nullable(),
    note: note.extend({ media: z.array(exportedFile) }),
  }),
])
export type ExportedEntry = z.infer<typeof exportedEntry>

/** A conversation, or a period of it: docs/product.md#exporting-a-conversation */
export const exportedChat = z.object({
  organization: z.string(),
  exportedOn: instant,
  /** The name of the user who exported it. */
  exportedBy: z.string(),
  /** Null: from the beginning. */
  from: instant.nullable(),
  to: instant,
  /** In which a page shows times. */
  timeZone: z.string(),
  /** Whether it has the notes, which only the team sees. */
  notes: z.boolean(),
  chat: z.object({
    id: chatId,
    name: z.string(),
    archived: z.boolean(),
    /** Texts and notes from before it were deleted. Null: none were. */
    deletedBefore: instant.nullable(),
    line: z.object({ id: numberId, name: z.string(), number: z.string() }),
    /** Including former members. */
    members: z.array(member.pick({ id: true, name: true, role: true, number: true, addedOn: true, deletedOn: true })),
  }),
  entries: z.array(exportedEntry),
  /** The hash of all lines of the file above this one, in hexadecimal. */
  sha256: z.string(),
})
export type ExportedChat = z.infer<typeof exportedChat>

export const chatExportCalls = defineCalls({
  'chats.export': {
    summary: 'The conversation of a chat as a file: a page that stands alone, or JSON',
    details:
      'The audit log records who exported it, and the SHA-256 of all lines but the last, which states it. ' +
      'Texts that were not sent are left out. JSON names the files of messages with their SHA-256; a page contains them.',
    params: z.object({ chatId }),
    query: z.strictObject({
      format: z.enum(['html', 'json']).default('html'),
      /** The first moment. Absent: the beginning. */
      from: instant.optional(),
      /** The moment after the last one. Absent: now. */
      to: instant.optional(),
      /** With the notes, which only the team sees. */
      notes: z.stringbool().default(false),
      /** The zone in which a page shows times. */
      timeZone: timeZone.default('UTC'),
    }),
    contentType: 'text/html',
    reply: exportedChat,
  },
})
