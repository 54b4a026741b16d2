import type { z } from 'zod'
import { invalid } from './app-error.ts'

/** The place after the last item of a page, for the caller to send back. */
export function writeCursor(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** @throws {AppError} `validation` */
export function readCursor<Place>(cursor: string, schema: z.ZodType<Place>): Place {
  const place = parseCursor(cursor, schema)
  if (place === null) throw invalid({ cursor: ['The cursor is not valid. Start with the first page.'] })
  return place
}

/** Null: it is not a valid place. */
export function parseCursor<Place>(cursor: string, schema: z.ZodType<Place>): Place | null {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    return null
  }
}
