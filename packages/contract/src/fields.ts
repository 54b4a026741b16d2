import { COUNTRIES } from './countries.ts'
import { BOUNDS } from './limits.ts'
import { BOUND_TEXTS, COUNTRY_TEXTS, VALIDATION } from './texts.ts'
import { z } from './z.ts'

/** A text that must be there: `missing` is shown when it is absent or blank. Surrounding white space is dropped. */
export function text(missing: string, product: string, most: number = BOUNDS.nameLength) {
  return z.string({ error: missing }).trim().min(1, missing).max(most, BOUND_TEXTS.tooLong(product, most))
}

/** The name of a person, number, chat or tenant. */
export const name = text(VALIDATION.name, 'Name')

/** A country by its ISO 3166 code, for example `US`. */
export const country = z
  .string({ error: COUNTRY_TEXTS.invalid })
  .toUpperCase()
  .refine((code) => COUNTRIES.includes(code), COUNTRY_TEXTS.invalid)

/** A search box's content. Blank means: no condition. */
export const term = z.string().trim().max(BOUNDS.searchTermLength).optional()

/** Whole number of rows wanted; the server never gives more than `most`. */
export function limit(usual: number, most: number) {
  return z.coerce.number().int().min(1).max(most).default(usual)
}
