import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { otherSpellings, phoneIdentity, phoneSpellings } from './phone-spellings.ts'

test.each([
  ['+525515875145', '+5215515875145', 'Mexico City'],
  ['+528112345678', '+5218112345678', 'Monterrey'],
  ['+541123456789', '+5491123456789', 'Buenos Aires'],
  ['+543516123456', '+5493516123456', 'Córdoba'],
  ['+5511987654321', '+551187654321', 'São Paulo'],
  ['+5521998765432', '+552198765432', 'Rio'],
  ['+5531971234567', '+553171234567', 'Belo Horizonte, with a 7 that is no radio'],
  ['+5585961234567', '+558561234567', 'Fortaleza'],
])('%s and %s are one phone in %s', (identity, other) => {
  expect([identity, other].map(phoneIdentity)).toEqual([identity, identity])
  expect(phoneSpellings(other)).toEqual([identity, other])
  expect(phoneSpellings(identity)).toEqual([identity, other])
})

test.each([
  ['+12025550142', 'United States'],
  ['+5511978123456', 'a mobile phone, which looks like a radio with a nine'],
  ['+551178123456', 'a radio'],
  ['+551133334444', 'a landline in São Paulo'],
  ['+5511951234567', 'a mobile phone that never had eight digits'],
  ['+552398765432', 'an area code that Brazil does not have'],
  ['+52551587514', 'too short'],
  ['+52155158751450', 'too long'],
  ['+548001234567', 'a toll-free number of Argentina'],
  ['72345', 'a short code'],
  ['AMAZON', 'a name'],
  ['', 'nothing'],
])('%s has one spelling: %s', (number) => {
  expect(phoneSpellings(number)).toEqual([number])
})

test.each([
  ['11987654321', '+551187654321'],
  ['1187654321', '+5511987654321'],
  ['5511987654321', '+551187654321'],
  ['15515875145', '+525515875145'],
  ['91123456789', '+541123456789'],
])('the digits %s may be %s', (digits, number) => {
  expect(otherSpellings(digits)).toContain(number)
})

test('few digits may be no phone', () => {
  expect(['', '1', '2025550', '5511'].flatMap(otherSpellings)).toEqual([])
})

test('every spelling of a phone has the same spellings', () => {
  const number = fc
    .tuple(
      fc.constantFrom('+52', '+521', '+54', '+549', '+55', '+5511', '+55119', '+1'),
      fc.stringMatching(/^\d{8,11}$/),
    )
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(number, (written) => {
      const spellings = phoneSpellings(written)
      expect(spellings).toContain(written)
      for (const spelling of spellings) expect(phoneSpellings(spelling)).toEqual(spellings)
    }),
    { numRuns: 2000 },
  )
})
