import { z } from 'zod'
import { readCursor } from '../platform/index.ts'

const place = z.tuple([z.string(), z.string()])

/** The place behind one contact in the list by name: its name as it is sorted, and its number. */
export type ContactCursor = z.infer<typeof place>

/** @throws {AppError} `validation` */
export const readContactCursor = (cursor: string): ContactCursor => readCursor(cursor, place)
