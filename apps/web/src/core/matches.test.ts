import { expect, it } from 'vitest'
import { matchesIn } from './matches.ts'

const found = (text: string, term: string) => matchesIn(text, term).map(({ from, to }) => text.slice(from, to))

it('finds each word at the start of words, regardless of case and accents', () => {
  expect(found('Über den Fluss\nzum  FLUSSUFER, Einfluss', 'fluss uber')).toEqual(['Über', 'Fluss', 'FLUSS'])
})

it('finds nothing for a blank term, or if removing accents changes the length', () => {
  expect(found('One two', ' ')).toEqual([])
  expect(found('e\u0301 one', 'one')).toEqual([])
})
