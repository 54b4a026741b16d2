import { z } from 'zod'
import { BOUNDS } from './limits.ts'
import { BOUND_TEXTS, VALIDATION } from './texts.ts'

/** A text that must be there: `missing` is shown when it is absent or blank. Surrounding white space is dropped. */
export function text(missing: string, product: string, most: number = BOUNDS.nameLength) {
  return z.string({ error: missing }).trim().min(1, missing).max(most, BOUND_TEXTS.tooLong(product, most))
}

/** The name of a person, number, chat or tenant. */
export const name = text(VALIDATION.name, 'Name')

/** A search box's content. Blank means: no condition. */
export const term = z.string().trim().max(BOUNDS.searchTermLength).optional()

/** Whole number of rows wanted; the server never gives more than `most`. */
export function limit(usual: number, most: number) {
  return z.coerce.number().int().min(1).max(most).default(usual)
}
