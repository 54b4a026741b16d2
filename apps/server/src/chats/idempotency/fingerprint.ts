import { createHash } from 'node:crypto'
import type { Upload } from '@partyline/contract'

/** Tells two requests with the same Idempotency-Key apart: by their parsed fields and their files, decisions 4.6. */
export function fingerprintOf(fields: Record<string, unknown>, files: readonly Upload[]): Buffer {
  const hash = createHash('sha256')
  hash.update(JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))))
  for (const { fileName, contentType, bytes } of files) {
    hash.update(JSON.stringify([fileName, contentType, bytes.length])).update(bytes)
  }
  return hash.digest()
}
