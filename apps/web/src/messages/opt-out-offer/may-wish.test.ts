import { optOutWish } from '@partyline/contract'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mayWish } from './may-wish.ts'

/** The texts of the recognizer's own test. */
const TEXTS = [
  ...readFileSync(
    new URL('../../../../../packages/contract/src/opt-out-wish.test.ts', import.meta.url),
    'utf8',
  ).matchAll(/^ {2}(?:'([^']+)'|"([^"]+)"),$/gm),
].map(([, single, double]) => single ?? double ?? '')
const wishes = TEXTS.filter((text) => optOutWish(text) !== null)

test('every text that is recognized passes', () => {
  expect(wishes.length).toBeGreaterThan(200)
  expect(wishes.filter((text) => !mayWish(text))).toEqual([])
})

test.each(['Thanks, see you Monday!', 'Good morning, could I come a day later?', 'Is 3:30 still free?', 'Ok 👍'])(
  'an everyday text loads nothing: %s',
  (text) => expect(mayWish(text)).toBe(false),
)
