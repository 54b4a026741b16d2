import { chatId, instant, messageId } from '@partyline/contract'
import { z } from 'zod'
import { parseCursor, readCursor } from '../../platform/index.ts'

const place = z.tuple([z.int().min(0).max(2), instant, chatId])
const searchCursor = z.strictObject({ place: place.nullable(), chatId, before: messageId })

/** The place in a list behind one chat: its rank, the time of its last message, its id. */
export type ListCursor = z.infer<typeof place>

/** Inside a chat whose messages are searched: the place before the chat, and the messages that are left. */
export type SearchCursor = z.infer<typeof searchCursor>

/** @throws {AppError} `validation` */
export const readListCursor = (cursor: string): ListCursor => readCursor(cursor, place)

/** @throws {AppError} `validation` */
export function readSearchCursor(cursor: string): { place: ListCursor | null; inChat: SearchCursor | null } {
  const inChat = parseCursor(cursor, searchCursor)
  return inChat ? { place: inChat.place, inChat } : { place: readListCursor(cursor), inChat: null }
}
