import { chatId, instant } from '@partyline/contract'
import { z } from 'zod'
import { invalid } from '../../platform/index.ts'

const place = z.tuple([z.int().min(0).max(2), instant, chatId])

/** The place in a list behind one chat: its rank, the time of its last message, its id. */
export type ListCursor = z.infer<typeof place>

export function writeCursor(cursor: ListCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** @throws {AppError} validation */
export function readCursor(cursor: string): ListCursor {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalid({ cursor: ['The cursor is not valid. Start with the first page.'] })
  }
}
