import { isBlank } from './blank.ts'
import { COUNTRIES } from './countries.ts'
import { BOUNDS } from './limits.ts'
import { BOUND_TEXTS, COUNTRY_TEXTS, TIME_ZONE_TEXTS } from './refusal-texts.ts'
import { VALIDATION } from './texts.ts'
import { isTimeZone } from './wall-clock.ts'
import { z } from './z.ts'

/** A required text: `missing` is the error if it is absent or blank. Surrounding white space is removed. */
export function text(missing: string, product: string, maxLength: number = BOUNDS.nameLength) {
  return z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing, abort: true })
    .max(maxLength, BOUND_TEXTS.tooLong(product, maxLength))
    .refine((written) => !isBlank(written), missing)
}

/** The name of a person, number, chat, or tenant. */
export const name = text(VALIDATION.name, 'Name')

/** A country by its ISO 3166 code, for example `US`. */
export const country = z
  .string({ error: COUNTRY_TEXTS.invalid })
  .toUpperCase()
  .refine((code) => COUNTRIES.includes(code), COUNTRY_TEXTS.invalid)

/** A name of the IANA database, for example `America/New_York`. */
export const timeZone = z.string().max(60).refine(isTimeZone, TIME_ZONE_TEXTS.invalid)

/** The content of a search box. Blank means no condition. */
export const term = z.string().trim().max(BOUNDS.searchTermLength).optional()

/** Page size; the server never returns more than `max`. */
export function limit(defaultLimit: number, max: number) {
  return z.coerce.number().int().min(1).max(max).default(defaultLimit)
}
