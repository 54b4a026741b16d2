import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '@partyline/contract'
import type { Upload } from '@partyline/contract'
import { invalid } from '../platform/index.ts'

/** The Idempotency-Key of an API call, null where it has none. @throws {AppError} validation */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | null {
  const key = String(headers['idempotency-key'] ?? '').trim()
  if (key.length > MAX_IDEMPOTENCY_KEY_LENGTH) {
    throw invalid({
      'Idempotency-Key': [`Idempotency-Key should have at most ${MAX_IDEMPOTENCY_KEY_LENGTH} characters.`],
    })
  }
  return key || null
}

/** Tells requests with the same Idempotency-Key apart by their parsed fields and files: docs/product.md#idempotency */
export function fingerprintOf(fields: Record<string, unknown>, files: readonly Upload[]): Buffer {
  const hash = createHash('sha256')
  hash.update(JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))))
  for (const { fileName, contentType, bytes } of files) {
    hash.update(JSON.stringify([fileName, contentType, bytes.length])).update(bytes)
  }
  return hash.digest()
}
