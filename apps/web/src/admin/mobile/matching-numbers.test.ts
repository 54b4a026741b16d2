import type { NumberId, PhoneNumber } from '@partyline/contract'
import { expect, test } from 'vitest'
import { matchingNumbers } from './matching-numbers.ts'

function contact(name: string, number: string, disabled = false): PhoneNumber {
  return { id: number as NumberId, name, number, disabled, type: 'Mobile' }
}
const MARTA = contact('Marta Rivera', '+12025550142')
const LUIS = contact('Luis Ortega', '+12025550143', true)

test.for([
  ['enabled', '', [MARTA]],
  ['disabled', '', [LUIS]],
  ['all', '', [MARTA, LUIS]],
  ['all', 'ORTEGA', [LUIS]],
  ['all', '(202) 555-0142', [MARTA]],
  ['all', '555 01', [MARTA, LUIS]],
  ['enabled', 'luis', []],
  ['all', 'marta 0142', []],
] as const)('the filter %s and the term "%s" leave %o', ([filter, term, found]) => {
  expect(matchingNumbers([MARTA, LUIS], { filter, term })).toEqual(found)
})
