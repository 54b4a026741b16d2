import { expect, it } from 'vitest'
import { readSearchText } from './search-text.ts'

it.each([
  ['in:notes', '', true],
  ['IN:Notes', '', true],
  ['In:notes  invoice', 'invoice', true],
  ['late  in:notes\tinvoice ', 'late invoice', true],
  ['in:notes from:mei', 'from:mei', true],
  ['in:notes in:notes', '', true],
  ['in:chats', 'in:chats', false],
  ['in:note', 'in:note', false],
  ['log-in:notes', 'log-in:notes', false],
  ['in:notes,', 'in:notes,', false],
  ['in: notes', 'in: notes', false],
  ['  two   words ', 'two   words', false],
  ['', '', false],
])('reads “%s” as “%s”, in notes: %s', (text, term, inNotes) => {
  expect(readSearchText(text)).toEqual({ term, inNotes })
})
