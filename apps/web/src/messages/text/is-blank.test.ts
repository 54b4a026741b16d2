import { expect, it } from 'vitest'
import { isBlank } from './is-blank.ts'

it.each(['', ' ', '\n\t', '\u00A0', '\u200B\uFEFF', '\u3164', '\u2800\u200D'])('%j shows nothing', (text) => {
  expect(isBlank(text)).toBe(true)
})

it.each(['.', ' a ', '👨‍👩‍👧', '\u200Fשלום'])('%j shows something', (text) => {
  expect(isBlank(text)).toBe(false)
})
