import type { IncomingHttpHeaders } from 'node:http'
import { invalid } from '../../platform/index.ts'

const MAX_LENGTH = 200

/** The Idempotency-Key of a request, null where it has none. @throws {AppError} validation */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | null {
  const key = String(headers['idempotency-key'] ?? '').trim()
  if (key.length > MAX_LENGTH) {
    throw invalid({ 'Idempotency-Key': [`Idempotency-Key should have at most ${MAX_LENGTH} characters.`] })
  }
  return key || null
}
