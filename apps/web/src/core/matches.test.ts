import { expect, it } from 'vitest'
import { folded, matchesIn, startOfWord } from './matches.ts'

const found = (text: string, term: string) => matchesIn(text, term).map(({ from, to }) => text.slice(from, to))

it('finds each word at the start of words, regardless of case and accents', () => {
  expect(found('Über den Fluss\nzum  FLUSSUFER, Einfluss', 'fluss uber')).toEqual(['Über', 'Fluss', 'FLUSS'])
})

it('finds nothing for a blank term, or if removing accents changes the length', () => {
  expect(found('One two', ' ')).toEqual([])
  expect(found('e\u0301 one', 'one')).toEqual([])
})

it('finds words in a text with characters that compare like several', () => {
  expect(found('½ price… for José', 'jose price')).toEqual(['price', 'José'])
})

it.each([
  ['ana', 'Joanna', false],
  ['ana', 'Ánastasia', true],
  ['lopez', 'Ana López', true],
  ['rivera', 'Ana Lopez-Rivera', true],
  ['brien', 'Mia O’Brien', true],
  ['office', 'The oﬃce', true],
  ['line 2', 'Ｌｉｎｅ ２', true],
  ['が', 'おがわ', true],
  ['hours', '営業hours', true],
  ['(', 'Ana (Front desk)', true],
  ['.*', 'Ana', false],
])('“%s” at the start of a word of “%s”: %s', (term, text, isFound) => {
  expect(startOfWord(folded(term)).test(folded(text))).toBe(isFound)
})
