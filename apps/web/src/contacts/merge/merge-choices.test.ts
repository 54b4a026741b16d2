import type { Contact, ContactField, ContactFieldId, ContactId, NumberId } from '@partyline/contract'
import { CONTACT_BOUNDS, contactCalls } from '@partyline/contract'
import { expect, test } from 'vitest'
import { excesses, mergeBody, mergeRows, pairNames, sideOf, valueOf } from './merge-choices.ts'
import type { Choices, Pair } from './merge-choices.ts'

const id = (at: number) => `0000000c-0000-4000-8000-${String(at).padStart(12, '0')}`
const PLAN: ContactField = { id: id(90) as ContactFieldId, name: 'Plan', kind: 'text', choices: [] }

const phone = (number: string, parts: object = {}) => ({
  id: id(Number(number.slice(-3))) as NumberId,
  number,
  name: '',
  preferred: false,
  disabled: false,
  optedOutOf: [],
  ...parts,
})

const person = (at: number, parts: Partial<Contact> = {}): Contact => ({
  id: id(at) as ContactId,
  name: 'Lena Holt',
  company: '',
  emails: [],
  remarks: '',
  tags: [],
  timeZone: null,
  language: null,
  fields: {},
  phones: [],
  formerPhones: [],
  lastTextAt: null,
  createdAt: '2026-03-02T09:00:00.000Z',
  ...parts,
})

const pairOf = (first: Partial<Contact>, second: Partial<Contact>): Pair => ({
  first: person(1, first),
  second: person(2, second),
})
const rowsOf = (pair: Pair) => mergeRows(pair, [PLAN])
const rowOf = (pair: Pair, key: string) => rowsOf(pair).find((row) => row.key === key)
const bodyOf = (pair: Pair, choices: Choices = {}) => {
  const body = mergeBody(pair, rowsOf(pair), choices)
  expect(contactCalls['contacts.merge'].body.parse(body)).toEqual(body)
  const { seen: _seen, mergedSeen: _mergedSeen, mergedId: _mergedId, ...values } = body
  return values
}

test('fields that neither has are left out, and equal values are shown once', () => {
  const pair = pairOf({ company: 'Acme' }, { company: 'Acme' })
  expect(rowsOf(pair).map(({ key, sides }) => [key, sides])).toEqual([
    ['name', ['first']],
    ['company', ['first']],
  ])
  expect(bodyOf(pair)).toEqual({})
})

test('what is empty on one contact is taken from the other', () => {
  const second = {
    company: 'Acme',
    emails: ['lena@example.com'],
    tags: ['VIP'],
    remarks: 'Late.',
    language: 'es',
    timeZone: 'Europe/London',
    fields: { [PLAN.id]: 'Gold' },
  }
  expect(bodyOf(pairOf({}, second))).toEqual(second)
  expect(bodyOf(pairOf(second, {}))).toEqual({})
})

test('lists and remarks are joined, without what is there twice', () => {
  const pair = pairOf(
    { emails: ['a@x.example'], tags: ['VIP'], remarks: 'One.' },
    { emails: ['A@x.example', 'b@x.example'], tags: ['New'], remarks: 'Two.' },
  )
  expect(bodyOf(pair)).toEqual({
    emails: ['a@x.example', 'b@x.example'],
    tags: ['VIP', 'New'],
    remarks: 'One.\n\nTwo.',
  })
  expect(bodyOf(pair, { emails: 'second', tags: 'first', remarks: 'second' })).toEqual({
    emails: ['A@x.example', 'b@x.example'],
    remarks: 'Two.',
  })
})

test('lists that differ only in order, upper and lower case are equal, and remarks that have the other ones are enough', () => {
  const pair = pairOf({ tags: ['a', 'b'], remarks: 'One. Two.' }, { tags: ['B', 'A'], remarks: 'Two.' })
  expect(rowOf(pair, 'tags')?.sides).toEqual(['first'])
  expect(rowOf(pair, 'remarks')?.sides).toEqual(['first'])
  expect(bodyOf(pairOf(pair.second, pair.first))).toEqual({ remarks: 'One. Two.' })
})

test('of two values, the one of the contact that is kept is the preset, and a number gives way to a name', () => {
  const fields = (value: string) => ({ [PLAN.id]: value })
  const pair = pairOf({ name: 'Lena', fields: fields('Gold') }, { name: 'Helena', fields: fields('Silver') })
  expect(bodyOf(pair)).toEqual({})
  expect(bodyOf(pair, { name: 'second', [`fields.${PLAN.id}`]: 'second' } as Choices)).toEqual({
    name: 'Helena',
    fields: { [PLAN.id]: 'Silver' },
  })
  const unnamed = { name: '(202) 555-0142', phones: [phone('+12025550142')] }
  expect(bodyOf(pairOf(unnamed, { name: 'Lena' }))).toEqual({ name: 'Lena' })
  expect(bodyOf(pairOf({ name: 'Lena' }, unnamed))).toEqual({})
})

test('of two preferred phones, one is chosen', () => {
  const [one, other] = [phone('+12025550101', { preferred: true }), phone('+12025550102', { preferred: true })]
  const pair = pairOf({ phones: [one] }, { phones: [other] })
  expect(bodyOf(pair)).toEqual({ preferredId: one.id })
  expect(bodyOf(pair, { preferred: 'second' })).toEqual({ preferredId: other.id })
  expect(bodyOf(pairOf({ phones: [phone('+12025550101')] }, { phones: [other] }))).toEqual({})
})

test('the request has what the person saw of both', () => {
  const pair = pairOf({ company: 'Acme' }, { company: 'Dock 4', fields: { [PLAN.id]: 'Gold' } })
  expect(mergeBody(pair, rowsOf(pair), {})).toMatchObject({
    mergedId: pair.second.id,
    seen: { name: 'Lena Holt', company: 'Acme', language: null, fields: {} },
    mergedSeen: { company: 'Dock 4', fields: { [PLAN.id]: 'Gold' } },
  })
})

test('a choice stays when someone else changes the contact, unless there is nothing to choose any more', () => {
  const choices = { company: 'second' } as const
  const side = (first: string, second: string) => {
    const row = rowOf(pairOf({ company: first }, { company: second }), 'company')
    return row && valueOf(row, sideOf(row, choices))
  }
  expect([side('Acme', 'Dock 4'), side('Acme', 'Dock 5'), side('Dock 4', 'Dock 4')]).toEqual([
    'Dock 4',
    'Dock 5',
    'Dock 4',
  ])
})

test('more than a contact can have is said, until less is chosen', () => {
  const many = (of: string, count: number) => Array.from({ length: count }, (_, at) => `${of}${at}`)
  const of = (letter: string): Partial<Contact> => ({
    emails: many(letter, CONTACT_BOUNDS.emails).map((name) => `${name}@example.com`),
    tags: many(letter, CONTACT_BOUNDS.tags),
    remarks: letter.repeat(CONTACT_BOUNDS.remarksLength),
    phones: many('+1202555010', 6).map((number) => phone(number)),
  })
  const pair = pairOf(of('a'), of('b'))
  expect(Object.keys(excesses(pair, rowsOf(pair), {}))).toEqual(['emails', 'tags', 'remarks', 'phones'])
  const choices = { emails: 'first', tags: 'second', remarks: 'first' } as const
  expect(Object.keys(excesses(pair, rowsOf(pair), choices))).toEqual(['phones'])
})

test('contacts of the same name are told apart by a number, an email address, or a company', () => {
  const format = (number: string) => `<${number}>`
  const pair = pairOf({ phones: [phone('+12025550101')] }, { emails: ['lena@example.com'] })
  expect(pairNames(pair, format)).toEqual({
    first: { name: 'Lena Holt', more: '<+12025550101>' },
    second: { name: 'Lena Holt', more: 'lena@example.com' },
  })
  expect(pairNames(pairOf(pair.first, { ...pair.second, name: 'Helena' }), format).first.more).toBeNull()
})
