import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitText } from './compose-deliveries.ts'

test('a text that fits is not split', () => {
  expect(splitText('On my way', 9)).toEqual(['On my way'])
  expect(splitText('', 9)).toEqual([''])
})

test('a longer text is split between words', () => {
  expect(splitText('I am on my way home', 10)).toEqual(['I am on my', 'way home'])
  expect(splitText('I am on my  \n way home', 10)).toEqual(['I am on my', 'way home'])
})

test('a word longer than a part is split, but not within a grapheme', () => {
  expect(splitText('a'.repeat(25), 10)).toEqual(['a'.repeat(10), 'a'.repeat(10), 'a'.repeat(5)])
  expect(splitText(`12345678👩‍🚀90`, 10)).toEqual(['12345678', '👩‍🚀90'])
  expect(splitText(`x ${'y'.repeat(12)}`, 10)).toEqual([`x ${'y'.repeat(8)}`, 'yyyy'])
})

test('for any text, parts fit, are not empty, and lose only white space', () => {
  const texts = fc
    .array(fc.constantFrom('a', 'word', ' ', '\n', '👍🏽', 'é', '👩‍👩‍👧‍👦', 'x'.repeat(30)))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(texts, fc.integer({ min: 12, max: 40 }), (text, room) => {
      const parts = splitText(text, room)
      expect(parts.every((part) => part.length <= room)).toBe(true)
      expect(parts.length === 1 || parts.every((part) => part.length > 0)).toBe(true)
      expect(parts.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
    }),
  )
})

test('a grapheme longer than a part is split between code points', () => {
  const endless = Array.from({ length: 10 }, () => '👩').join('\u200d')
  const parts = splitText(endless, 10)
  expect(parts.map((part) => part.isWellFormed())).toEqual(parts.map(() => true))
  expect(parts.join('')).toBe(endless)
})
