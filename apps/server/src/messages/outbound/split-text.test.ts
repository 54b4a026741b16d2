import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitText } from './split-text.ts'

test('a text that fits stays whole', () => {
  expect(splitText('On my way', 9)).toEqual(['On my way'])
  expect(splitText('', 9)).toEqual([''])
})

test('a longer one breaks between words', () => {
  expect(splitText('I am on my way home', 10)).toEqual(['I am on my', 'way home'])
  expect(splitText('I am on my  \n way home', 10)).toEqual(['I am on my', 'way home'])
})

test('a word that is longer than a part breaks inside, but no character does', () => {
  expect(splitText('a'.repeat(25), 10)).toEqual(['a'.repeat(10), 'a'.repeat(10), 'a'.repeat(5)])
  expect(splitText(`12345678👩‍🚀90`, 10)).toEqual(['12345678', '👩‍🚀90'])
  expect(splitText(`x ${'y'.repeat(12)}`, 10)).toEqual([`x ${'y'.repeat(8)}`, 'yyyy'])
})

test('whatever is written, each part fits, none is empty, and nothing but white space between parts is lost', () => {
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

test('a character that is longer than a part is broken between code points', () => {
  const endless = Array.from({ length: 10 }, () => '👩').join('\u200d')
  const parts = splitText(endless, 10)
  expect(parts.map((part) => part.isWellFormed())).toEqual(parts.map(() => true))
  expect(parts.join('')).toBe(endless)
})
