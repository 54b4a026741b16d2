import { isDeepStrictEqual } from 'node:util'
import { SEEN_TEXTS } from '@partyline/contract'
import { AppError } from './app-error.ts'

type Change = { seen?: Record<string, unknown> | undefined }

/**
 * The fields that an update changes: docs/product.md#changes-at-the-same-time. Call it with the row locked.
 *
 * @throws {AppError} `conflict` if someone else has changed one of them since the caller saw it
 */
export function changedFields<Wanted extends Change>(
  current: object,
  { seen = {}, ...wanted }: Wanted,
): Partial<Omit<Wanted, 'seen'>> {
  const now = new Map<string, unknown>(Object.entries(current))
  const isSeen = (field: string, value: unknown) => field in seen && isDeepStrictEqual(value, seen[field])
  const changed = Object.entries(wanted).filter(([field, value]) => value !== undefined && !isSeen(field, value))
  const lost = changed.filter(
    ([field, value]) =>
      field in seen && !isDeepStrictEqual(now.get(field), seen[field]) && !isDeepStrictEqual(now.get(field), value),
  )
  if (lost.length > 0) {
    throw new AppError('conflict', { message: SEEN_TEXTS.changed(lost.map(([field]) => field)) })
  }
  return Object.fromEntries(changed) as Partial<Omit<Wanted, 'seen'>>
}
