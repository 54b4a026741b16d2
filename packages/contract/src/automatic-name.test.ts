import { expect, it } from 'vitest'
import { automaticName } from './automatic-name.ts'
import { BOUNDS } from './limits.ts'

const named = (...names: string[]) => automaticName(names.map((name) => ({ name })))

it('names up to two phones, and counts the others', () => {
  expect(named()).toBeNull()
  expect(named('Anna Bell')).toBe('Anna Bell')
  expect(named('Anna Bell', 'Bob Bell')).toBe('Anna Bell, Bob Bell')
  expect(named('Anna Bell', 'Bob Bell', 'Cy Bell', 'Di Bell')).toBe('Anna Bell +3')
})

it('stays within the length of a name', () => {
  const long = 'a'.repeat(BOUNDS.nameLength)
  expect(named(long, 'Bob')).toHaveLength(BOUNDS.nameLength)
  expect(named(long, 'Bob')).toMatch(/a \+1$/)
})
