import { expect, test } from 'vitest'
import { slashTermAt } from './slash-term.ts'

test.each([
  ['/|', ''],
  ['/hou|', 'hou'],
  ['Hello /hou|rs', 'hou'],
  ['Hello\n/|', ''],
  ['Tabs\t/x|', 'x'],
  ['Hello /über|', 'über'],
])('a term is read before the caret of “%s”', (marked, term) => {
  const caret = marked.indexOf('|')
  const found = slashTermAt(marked.replace('|', ''), caret)
  expect(found).toEqual({ from: caret - term.length - 1, to: caret, term })
})

test.each([
  '|',
  '|/x',
  'and/or|',
  'https://lakeside.example/|',
  'https:/|',
  'on 11/25|',
  '/home/dana|',
  '//|',
  '/ x|',
  '/x |',
  '(/x|',
])('“%s” has none', (marked) => {
  expect(slashTermAt(marked.replace('|', ''), marked.indexOf('|'))).toBeNull()
})
