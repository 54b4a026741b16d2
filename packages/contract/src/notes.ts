import { defineCalls, IDEMPOTENCY_HEADERS } from './call.ts'
import { encodedMedia } from './messages.ts'
import { limit, term } from './fields.ts'
import { chatId, instant, memberId, messageId, noteId, numberId, userId } from './ids.ts'
import { NOTE, PAGE } from './limits.ts'
import { file } from './media.ts'
import { BOUND_TEXTS } from './refusal-texts.ts'
import { VALIDATION } from './texts.ts'
import { z } from './z.ts'

/** A mentioned user, or the enabled users who were in the chat. */
export const mention = z.union([z.literal('everyone'), userId])
export type Mention = z.infer<typeof mention>

/** A note in a chat, which only the team sees: docs/product.md#notes */
export const note = z.object({
  id: noteId,
  /** Mentions are in it as `@` and the name. Empty if there are only files, or if it was deleted. */
  text: z.string(),
  createdOn: instant,
  createdBy: memberId,
  /** When its author last changed it. */
  editedOn: instant.nullable(),
  /** A deleted note has neither text, mentions, nor files. */
  deletedOn: instant.nullable(),
  mentions: z.array(mention),
  media: z.array(file),
  /** The counter of the chat's notes at the note's last change: of two copies, the higher one is newer. */
  version: z.number().int(),
})
export type Note = z.infer<typeof note>

/** An earlier text of a note, and when it was replaced or deleted. */
export const noteEdit = z.object({ text: z.string(), replacedOn: instant })
export type NoteEdit = z.infer<typeof noteEdit>

export const foundNote = z.object({
  noteId,
  text: z.string(),
  chatId,
  chatName: z.string(),
  createdOn: instant,
  createdBy: memberId,
  /** The message before it, around which the chat's messages can be loaded. Null without one. */
  messageId: messageId.nullable(),
})
export type FoundNote = z.infer<typeof foundNote>

const text = z
  .string({ error: VALIDATION.required('Text') })
  .max(NOTE.maxLength, BOUND_TEXTS.tooLong('Note', NOTE.maxLength))
const mentions = z.array(mention).max(NOTE.maxMentions, BOUND_TEXTS.tooMany('mentions', NOTE.maxMentions))

const ofChat = z.object({ chatId })
const ofNote = z.object({ chatId, noteId })

/** The ID of a message, a change, or a note, which have one order. */
const positionInChat = z.guid().toLowerCase()

const AUTHOR_ONLY = 'Only for its author; others get 403 `forbidden`.'

export const noteCalls = defineCalls({
  'notes.list': {
    summary: 'Notes of a chat, oldest first: the newest, or those before or after a message, change, or note',
    params: ofChat,
    query: z.strictObject({
      /** With both, the page starts after `after` and ends before `before`. */
      before: positionInChat.optional(),
      after: positionInChat.optional(),
      limit: limit(PAGE.notes, PAGE.maxNotes),
    }),
    reply: z.array(note),
  },
  'notes.add': {
    summary: 'Adds a note for the team, which is never sent to anyone outside',
    details: 'The mentioned users are told, whether or not they are members of the chat.',
    headers: IDEMPOTENCY_HEADERS,
    params: ofChat,
    body: z.strictObject({
      text,
      /** A mentioned user who is not a member of the chat does not become one. */
      mentions: mentions.default([]),
      media: encodedMedia,
    }),
    reply: note,
  },
  'notes.update': {
    summary: 'Changes the text and the mentions of a note; its files stay',
    details: AUTHOR_ONLY,
    params: ofNote,
    body: z.strictObject({ text, mentions: mentions.optional() }),
    reply: note,
  },
  'notes.delete': { summary: 'Deletes a note', details: AUTHOR_ONLY, params: ofNote, reply: note },
  'notes.history': {
    summary: 'The earlier texts of a note that was edited or deleted, oldest first',
    params: ofNote,
    reply: z.array(noteEdit),
  },
  'notes.view': {
    summary: 'Marks the mentions of the caller as seen: in these notes, or in all notes of the chat',
    params: ofChat,
    body: z.strictObject({ noteIds: z.array(noteId).min(1).max(PAGE.maxNotes).optional() }),
  },
  'notes.search': {
    summary: 'Notes that contain a text, newest first; without a text, all that pass the filters',
    replyHeaders: { 'X-Next-Cursor': 'The cursor of the next page. Absent at the end' },
    body: z.strictObject({
      chatId: chatId.optional(),
      /** Only chats of this line. */
      numberId: numberId.optional(),
      /** Only notes of this author. */
      createdBy: memberId.optional(),
      from: instant.optional(),
      to: instant.optional(),
      /** True: only notes that mention the caller, and that the caller has not seen. */
      mentioned: z.boolean().default(false),
      term,
      limit: limit(PAGE.notes, PAGE.maxNotes),
      cursor: noteId.optional(),
    }),
    reply: z.array(foundNote),
  },
})
