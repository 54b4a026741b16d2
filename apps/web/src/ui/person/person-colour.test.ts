import { describe, expect, test } from 'vitest'
import { colourIndex, initials, PERSON_COLOURS } from './person-colour.ts'

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

test('an id keeps its colour, and ids that differ in one digit spread over all colours', () => {
  const ids = Array.from({ length: 500 }, (_, at) => `0190-${at.toString(16).padStart(4, '0')}`)
  expect(colourIndex('0190-0001')).toBe(colourIndex('0190-0001'))
  expect(new Set(ids.map(colourIndex)).size).toBe(PERSON_COLOURS.length)
})
