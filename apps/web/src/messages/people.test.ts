import { expect, it } from 'vitest'
import { inWords, shortNames } from './people.ts'
import { LUIS, MARTA, MEMBERS } from './sample-messages.ts'

it('uses the first name where it is unmistakable', () => {
  expect(shortNames(MEMBERS).get(MARTA)).toBe('Marta')
  const twoMartas = MEMBERS.map((member) => (member.id === LUIS ? { ...member, name: 'Marta Lopez' } : member))
  expect(shortNames(twoMartas).get(MARTA)).toBe('Marta Rivera')
})

it('keeps a contact’s number whole', () => {
  const [first] = MEMBERS
  if (!first) throw new Error('There are members.')
  expect(shortNames([{ ...first, name: '+1 202-555-0171' }]).get(first.id)).toBe('+1 202-555-0171')
})

it('names three, and counts more', () => {
  expect(inWords(['Dana'])).toBe('Dana')
  expect(inWords(['Dana', 'Omar'])).toBe('Dana and Omar')
  expect(inWords(['Dana', 'Omar', 'Ana', 'Eva'])).toBe('Dana, Omar, and 2 others')
})

it('keeps the order of a list in which a name overrides the direction of writing', () => {
  expect(inWords(['Tom\u202E', 'דנה'])).toBe('Tom and \u2068דנה\u2069')
})
