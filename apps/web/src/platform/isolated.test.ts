import { expect, it } from 'vitest'
import { isolated } from './isolated.ts'

it('leaves an ordinary name unchanged', () => {
  expect(isolated('Tom Miller')).toBe('Tom Miller')
})

it('removes direction controls from a name', () => {
  expect(isolated('Tom\u202Erellim')).toBe('Tomrellim')
  expect(isolated('Tom\u2069\u202B')).toBe('Tom')
})

it('isolates a right-to-left name', () => {
  expect(isolated('דנה')).toBe('\u2068דנה\u2069')
  expect(isolated('\u202Eسارة')).toBe('\u2068سارة\u2069')
})
