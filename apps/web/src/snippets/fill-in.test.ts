import type { Member } from '@partyline/contract'
import { expect, test } from 'vitest'
import { MARTAS_MEMBER } from '../core/tests/sample-chats.ts'
import { fillIn, valuesFor } from './fill-in.ts'

const VALUES = { first_name: 'Ann', my_name: 'Dana Cole', line_name: 'Front desk', company: 'Lakeside' }

test.each([
  ['Hi {{first_name|there}}, {{my_name}} here.', 'Hi Ann, Dana Cole here.'],
  ['{{line_name}} of {{ company }}', 'Front desk of Lakeside'],
  ['{{First_Name}}', 'Ann'],
  ['On {{appointment date}}', 'On {{appointment date}}'],
  ['On {{appointment date|Monday}}', 'On {{appointment date}}'],
  ['{{constructor}} {{toString|x}}', '{{constructor}} {{toString}}'],
  ['{} {{}} {{|x}} {a}', '{} {{}} {{|x}} {a}'],
  ['$& {{first_name}} $1', '$& Ann $1'],
])('“%s” becomes “%s”', (text, filled) => {
  expect(fillIn(text, VALUES)).toBe(filled)
})

test('a variable without a value has its fallback, or is a blank', () => {
  const values = { ...VALUES, first_name: null }
  expect(fillIn('Hi {{first_name|there}}!', values)).toBe('Hi there!')
  expect(fillIn('Hi {{first_name| }}!', values)).toBe('Hi !')
  expect(fillIn('Hi {{first_name}}!', values)).toBe('Hi {{first_name}}!')
})

test('an ambiguous variable is a blank, whatever its fallback', () => {
  const { first_name: _, ...values } = VALUES
  expect(fillIn('Hi {{first_name|there}}!', values)).toBe('Hi {{first_name}}!')
})

const person = (change: Partial<Member>): Member => ({ ...MARTAS_MEMBER, ...change })
const contact = (name: string, change: Partial<Member> = {}) =>
  person({ role: 'ExternalMobile', name, number: '+12025550142', ...change })
const firstNameIn = (...members: Member[]) =>
  valuesFor({ members, myName: 'Dana', lineName: 'Front', company: 'Lakeside' }).first_name

test('the first name is the first word of the only contact’s name', () => {
  const dana = person({ role: 'TeamsUser', name: 'Dana Cole', number: null })
  expect(firstNameIn(dana, contact(' Marta  Rivera'))).toBe('Marta')
  expect(
    firstNameIn(contact('Ann'), contact('Left', { deletedOn: '2026-01-01' }), contact('Off', { disabled: true })),
  ).toBe('Ann')
  expect(firstNameIn(contact('(202) 555-0142'))).toBeNull()
  expect(firstNameIn(contact('AMAZON', { number: 'AMAZON' }))).toBeNull()
  expect(firstNameIn(dana)).toBeNull()
})

test('whose first name is meant is open among several contacts, and without any recipient', () => {
  expect(firstNameIn(contact('Ann'), contact('Bob'))).toBeUndefined()
  expect(firstNameIn()).toBeUndefined()
})

test('what is not known has no value', () => {
  const values = valuesFor({ members: [], myName: ' ', lineName: undefined, company: 'Lakeside' })
  expect(values).toEqual({ my_name: null, line_name: null, company: 'Lakeside' })
})
