import type { Snippet, SnippetId } from '@partyline/contract'
import { expect, test } from 'vitest'
import { findSnippets } from './find-snippets.ts'

const snippet = (name: string, text: string, shortcut: string | null = null): Snippet => ({
  id: name as SnippetId,
  name,
  text,
  shortcut,
  shared: true,
  media: [],
})
/** By name, as the server lists them. */
const SNIPPETS = [
  snippet('Café', 'Coffee is on us. Our hours are 9 to 5.'),
  snippet('Hours on holidays', 'We are closed.'),
  snippet('Opening times', 'From 9 to 5', 'hours'),
  snippet('営業時間', '月曜日から金曜日まで'),
]

const namesFor = (term: string, recent: string[] = []) =>
  findSnippets(SNIPPETS, term, recent as SnippetId[]).map(({ name }) => name)

test('without a term, the recently used ones come first, and the rest by name', () => {
  expect(namesFor('')).toEqual(['Café', 'Hours on holidays', 'Opening times', '営業時間'])
  expect(namesFor(' ', ['Opening times', 'gone', 'Hours on holidays'])).toEqual([
    'Opening times',
    'Hours on holidays',
    'Café',
    '営業時間',
  ])
})

test('a shortcut comes before names, and names before texts', () => {
  expect(namesFor('hours')).toEqual(['Opening times', 'Hours on holidays', 'Café'])
  expect(namesFor('hour', ['Café', 'Opening times'])).toEqual(['Opening times', 'Hours on holidays', 'Café'])
})

test.each([
  ['CAFE', ['Café']],
  ['café', ['Café']],
  ['times open', ['Opening times']],
  ['9', ['Café', 'Opening times']],
  ['cafe 9', ['Café']],
  ['pening', []],
  ['hours nothing', []],
  ['金曜', ['営業時間']],
  ['9.', ['Café', 'Opening times']],
  ['(', []],
])('“%s” is found at the start of words', (term, names) => {
  expect(namesFor(term)).toEqual(names)
})
