import { describe, expect, test } from 'vitest'
import { colorIndex, initials, PERSON_COLORS } from './person-color.ts'

describe('initials', () => {
  test.each([
    ['Marta Rivera', 'MR'],
    ['Dana', 'D'],
    ['Wilson & Sons, supplies', 'WS'],
    ['ann-marie de la cruz', 'AC'],
    ['Ёлка Петрова', 'ЁП'],
    ['+1 202-555-0171', ''],
    ['', ''],
  ])('of %s are %s', (name, letters) => expect(initials(name)).toBe(letters))
})

test('colorIndex is stable for an ID and spreads consecutive IDs over all colors', () => {
  const ids = Array.from({ length: 500 }, (_, at) => `0190-${at.toString(16).padStart(4, '0')}`)
  expect(colorIndex('0190-0001')).toBe(colorIndex('0190-0001'))
  expect(new Set(ids.map(colorIndex)).size).toBe(PERSON_COLORS.length)
})
