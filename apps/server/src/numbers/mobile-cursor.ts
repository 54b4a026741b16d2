import { z } from 'zod'
import { invalid } from '../platform/index.ts'

const place = z.tuple([z.string(), z.string()])

/** The place behind one contact in the list by name: its name as it is sorted, and its number. */
export type MobileCursor = z.infer<typeof place>

export function writeMobileCursor(cursor: MobileCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** @throws {AppError} validation */
export function readMobileCursor(cursor: string): MobileCursor {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalid({ cursor: ['The cursor is not valid. Start with the first page.'] })
  }
}
