import { z } from 'zod'
import { invalid } from '../platform/index.ts'

const place = z.tuple([z.string(), z.string()])

/** The place behind one contact in the list by name: its name as it is sorted, and its number. */
export type ContactCursor = z.infer<typeof place>

export function writeContactCursor(cursor: ContactCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** @throws {AppError} validation */
export function readContactCursor(cursor: string): ContactCursor {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalid({ cursor: ['The cursor is not valid. Start with the first page.'] })
  }
}
