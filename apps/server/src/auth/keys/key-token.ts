import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { KEY_PREFIX } from '@partyline/contract'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM = 30
const CHECK = 6
const TOKEN = new RegExp(`^${KEY_PREFIX}[0-9A-Za-z]{${RANDOM + CHECK}}$`)

/** 30 random characters and a checksum, like GitHub's tokens. */
export function newToken(): string {
  const random = Array.from({ length: RANDOM }, () => DIGITS[randomInt(DIGITS.length)]).join('')
  return KEY_PREFIX + random + checksumOf(random)
}

export const isKeyToken = (token: string): boolean => token.startsWith(KEY_PREFIX)

/** Whether it may be a token of ours: most mistyped and made-up ones are not, and cost no statement. */
export function isWellFormed(token: string): boolean {
  if (!TOKEN.test(token)) return false
  const random = token.slice(KEY_PREFIX.length, -CHECK)
  return token.endsWith(checksumOf(random))
}

/** A token has 178 random bits, so that its hash needs no salt. */
export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < CHECK; place += 1) {
    digits = (DIGITS[rest % DIGITS.length] ?? '') + digits
    rest = Math.floor(rest / DIGITS.length)
  }
  return digits
}
