import { chatId, instant, messageId } from '@partyline/contract'
import { z } from 'zod'
import { invalid } from '../../platform/index.ts'

const place = z.tuple([z.int().min(0).max(2), instant, chatId])
const searchCursor = z.strictObject({ place: place.nullable(), chatId, before: messageId })

/** The place in a list behind one chat: its rank, the time of its last message, its id. */
export type ListCursor = z.infer<typeof place>

/** Inside a chat whose messages are searched: the place before the chat, and the messages that are left. */
export type SearchCursor = z.infer<typeof searchCursor>

export function writeCursor(cursor: ListCursor | SearchCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** @throws {AppError} validation */
export function readCursor(cursor: string): ListCursor {
  const read = parseCursor(cursor, place)
  if (!read) throw invalid({ cursor: ['The cursor is not valid. Start with the first page.'] })
  return read
}

/** @throws {AppError} validation */
export function readSearchCursor(cursor: string): { place: ListCursor | null; inChat: SearchCursor | null } {
  const inChat = parseCursor(cursor, searchCursor)
  return inChat ? { place: inChat.place, inChat } : { place: readCursor(cursor), inChat: null }
}

function parseCursor<Cursor>(cursor: string, schema: z.ZodType<Cursor>): Cursor | null {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    return null
  }
}
