import { expect, it } from 'vitest'
import { isBlank } from './is-blank.ts'

it.each(['', ' ', '\n\t', '\u00A0', '\u200B\uFEFF', '\u3164', '\u2800\u200D'])('%j is blank', (text) => {
  expect(isBlank(text)).toBe(true)
})

it.each(['.', ' a ', '👨‍👩‍👧', '\u200Fשלום'])('%j is not blank', (text) => {
  expect(isBlank(text)).toBe(false)
})
