import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
/** The last chunk of a PNG: it has no data. */
const END_BYTES = 12

/** A white dot whose bytes are like no other step's: it says in a `tEXt` chunk (PNG, section 11.3.4) whose it is. */
export function pictureOf(step: number): Buffer<ArrayBuffer> {
  const chunk = Buffer.from(`tEXtComment\0step ${step}`, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length - 4)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(chunk))
  const end = DOT.length - END_BYTES
  return Buffer.concat([DOT.subarray(0, end), length, chunk, check, DOT.subarray(end)])
}

/** SHA-256 in hex. */
export function hashOf(picture: Buffer): string {
  return createHash('sha256').update(picture).digest('hex')
}
