import { Buffer } from 'node:buffer'
import type { Random } from '../plan/random.ts'

const PICTURES = [
  // One pixel as PNG, GIF, and WebP.
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA',
].map((text) => Buffer.from(text, 'base64'))

/** First bytes of other file types. */
const FIRST_BYTES = [
  'ffd8ffe000104a46494600010100000100010000',
  '49492a0008000000',
  '4d4d002a00000008',
  '0000001c6674797061766966000000006176696600000000',
  '00000018667479706d703432000000006d703432',
  '255044462d312e370a',
  '504b0304140000000800',
  '3026b2758e66cf11a6d900aa0062ce6c',
  '1a45dfa39342868101',
  '4f67675300020000',
  '494433030000',
  '7b5c72746631',
].map((text) => Buffer.from(text, 'hex'))

export function hostileFile(random: Random): Buffer {
  const start = random.below(3)
  if (start === 0) return randomBytes(random)
  if (start === 1) return Buffer.concat([random.pick(FIRST_BYTES), randomBytes(random)])
  const picture = Buffer.from(random.pick(PICTURES))
  const changes = random.below(6)
  for (let change = 0; change < changes; change += 1)
    picture.writeUInt8(random.below(256), random.below(picture.length))
  return random.chance(30) ? Buffer.concat([picture, randomBytes(random)]) : picture
}

export function randomBytes(random: Random): Buffer {
  return Buffer.from(Array.from({ length: random.below(300) }, () => random.below(256)))
}
