import { expect, test } from 'vitest'
import { loadSegments } from './segments.ts'

test.each([
  ['See you at 3:30', 1, []],
  ['See you at 3:30 😀', 1, []],
  [`It’s booked ${'a'.repeat(60)}`, 2, ['’']],
  [`It’s “booked” ${'a'.repeat(150)}’`, 3, ['’', '“', '”']],
  ['a'.repeat(161), 2, []],
])('counts the segments of %j as %i, with costly characters %j', async (text, count, costly) => {
  const { segmentsOf } = await loadSegments()
  expect(segmentsOf(text)).toEqual({ count, costly })
})
