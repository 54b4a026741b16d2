import { expect, test } from 'vitest'
import { namesInWords } from './names-in-words.ts'

test.each([
  [[], ''],
  [['Dana'], 'Dana'],
  [['Dana', 'Omar'], 'Dana and Omar'],
  [['Dana', 'Omar', 'Mei'], 'Dana, Omar, and Mei'],
  [['Dana', 'Omar', 'Mei', 'Eva'], 'Dana, Omar, and 2 others'],
])('%j', (names, words) => {
  expect(namesInWords(names)).toBe(words)
})
