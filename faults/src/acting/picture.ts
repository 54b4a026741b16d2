import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const WHITE_DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
/** The last chunk of a PNG, which has no data. */
const END_BYTES = 12

/** A white dot with unique bytes: a `tEXt` chunk (PNG, section 11.3.4) identifies the step. */
export function pictureOf(step: number): Buffer<ArrayBuffer> {
  const chunk = Buffer.from(`tEXtComment\0step ${step}`, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length - 4)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(chunk))
  const end = WHITE_DOT.length - END_BYTES
  return Buffer.concat([WHITE_DOT.subarray(0, end), length, chunk, check, WHITE_DOT.subarray(end)])
}

/** SHA-256 in hex. */
export function hashOf(picture: Buffer): string {
  return createHash('sha256').update(picture).digest('hex')
}
