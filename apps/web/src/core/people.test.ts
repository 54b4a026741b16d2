import { expect, it } from 'vitest'
import { addedOnOf, inWords, shortNames } from './people.ts'
import { MARTAS_MEMBER, MY_MEMBER } from './tests/sample-chats.ts'
import { LUIS, MARTA, MEMBERS } from './tests/sample-messages.ts'

it('shortNames uses the first name if it is unique', () => {
  expect(shortNames(MEMBERS).get(MARTA)).toBe('Marta')
  const twoMartas = MEMBERS.map((member) => (member.id === LUIS ? { ...member, name: 'Marta Lopez' } : member))
  expect(shortNames(twoMartas).get(MARTA)).toBe('Marta Rivera')
})

it('shortNames keeps a phone number whole', () => {
  const [first] = MEMBERS
  if (!first) throw new Error('There are members.')
  expect(shortNames([{ ...first, name: '+1 202-555-0171' }]).get(first.id)).toBe('+1 202-555-0171')
})

it('addedOnOf has a placeholder for contacts', () => {
  expect(addedOnOf(MARTAS_MEMBER)).toBe('2000-01-01T00:00:00.000Z')
  expect(addedOnOf(MY_MEMBER)).toBe(MY_MEMBER.addedOn)
})

it('inWords isolates names that override the writing direction', () => {
  expect(inWords(['Tom\u202E', 'דנה'])).toBe('Tom and \u2068דנה\u2069')
})
