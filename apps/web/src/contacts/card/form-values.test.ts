import type { Contact, ContactField, ContactPhone } from '@partyline/contract'
import { contactCalls } from '@partyline/contract'
import { expect, test } from 'vitest'
import {
  contactUpdate,
  isEdited,
  mergedLists,
  removedPhones,
  savedValues,
  singlePath,
  singleValues,
  withoutBlanks,
} from './form-values.ts'

const FIELDS = [
  { id: '019aa2f4-6c1e-7d55-8a64-3f0f3a4f9b01', name: 'Plan', kind: 'text', choices: [] },
  { id: '019aa2f4-6c1e-7d55-8a64-3f0f3a4f9b02', name: 'company', kind: 'text', choices: [] },
] as unknown as ContactField[]
const [PLAN, OTHER] = FIELDS.map(({ id }) => id as string) as [string, string]
const CONTACT = {
  name: 'Ana',
  company: 'Lakeside',
  emails: ['ana@example.com'],
  phones: [{ number: '+12025550142', preferred: true }],
  tags: ['VIP'],
  timeZone: null,
  language: null,
  remarks: '',
  fields: { [PLAN]: 'Gold' },
} as unknown as Contact
const SAVED = savedValues(CONTACT, FIELDS)

test('an update has only what was edited, and what was seen of it', () => {
  const edited = { ...SAVED, company: 'Meadow', tags: [], fields: { ...SAVED.fields, [OTHER]: 'x' } }
  const body = contactUpdate(SAVED, edited)
  expect(body).toEqual({
    company: 'Meadow',
    tags: [],
    fields: { [OTHER]: 'x' },
    seen: { company: 'Lakeside', tags: ['VIP'], fields: { [OTHER]: '' } },
  })
  expect(contactCalls['contacts.update'].body.parse(body)).toEqual(body)
  expect(contactUpdate(SAVED, SAVED)).toEqual({ seen: {} })
})

test('rows without content are no edit', () => {
  const edited = {
    ...SAVED,
    emails: [...SAVED.emails, ' '],
    phones: [...SAVED.phones, { number: '', preferred: false }],
  }
  expect(withoutBlanks(edited)).toEqual(SAVED)
  expect(isEdited(SAVED, edited)).toBe(false)
  expect(isEdited(SAVED, { ...edited, remarks: 'x' })).toBe(true)
})

test('a contact with its number for a name starts without one', () => {
  expect(savedValues({ ...CONTACT, name: '(202) 555-0142' }, FIELDS).name).toBe('')
})

test('lists are merged with what someone else has saved', () => {
  const edited = { ...SAVED, tags: ['VIP', 'New'] }
  const theirs = { ...SAVED, tags: ['Family', 'VIP'], phones: [...SAVED.phones, { number: '+1', preferred: false }] }
  expect(mergedLists(SAVED, { edited, saved: theirs })).toEqual({
    emails: SAVED.emails,
    tags: ['Family', 'VIP', 'New'],
    phones: theirs.phones,
  })
})

test('an own field with the name of one of ours is told apart', () => {
  const values = singleValues({ ...SAVED, fields: { [PLAN]: 'Gold', [OTHER]: 'x' } }, FIELDS)
  expect(values).toMatchObject({ company: 'Lakeside', '“Plan”': 'Gold', '“company”': 'x' })
  expect(singlePath('company', FIELDS)).toBe('company')
  expect(singlePath('“company”', FIELDS)).toBe(`fields.${OTHER}`)
  expect(singlePath('gone', FIELDS)).toBeUndefined()
})

test('a phone is removed unless its number is still in the form, however it is written', () => {
  const phones = [{ number: '+12025550142' }, { number: '+442079460018' }] as ContactPhone[]
  const format = (number: string) => (number.startsWith('+1') ? '(202) 555-0142' : number)
  const removed = (...numbers: string[]) =>
    removedPhones(
      phones,
      numbers.map((number) => ({ number, preferred: false })),
      format,
    )
  expect(removed('+12025550142', '+442079460018')).toEqual([])
  expect(removed('202.555.0142', '+44 20 7946-0018')).toEqual([])
  expect(removed('+1 202 555 0142', '2025550199')).toEqual([phones[1]])
  expect(removed()).toEqual(phones)
})
