import type { ContactValueChange } from '@partyline/contract'
import { expect, test } from 'vitest'
import { createTimes } from '../platform/times.ts'
import { changeSentences, dayInWords, fieldValue, isUnnamed, languageName, mergedList } from './contact-values.ts'

const times = createTimes({ now: () => Date.parse('2026-11-20T15:00:00Z'), timeZone: 'UTC' })

test.each([
  ['2026-11-20T01:00:00Z', 'Today'],
  ['2026-11-19T23:00:00Z', 'Yesterday'],
  ['2026-11-18T23:00:00Z', 'Nov 18'],
  ['2025-11-18T23:00:00Z', '11/18/25'],
])('%s is %s', (instant, day) => {
  expect(dayInWords(times, instant)).toBe(day)
})

test.each([
  ['es', 'Spanish'],
  ['zh-Hant', 'Chinese (Traditional)'],
  ['not a language', 'not a language'],
])('the language %s is %s', (language, name) => {
  expect(languageName(language)).toBe(name)
})

test('a date is written as people write it, and anything else as it is', () => {
  expect(fieldValue({ kind: 'date' }, '2026-11-29')).toBe('Nov 29, 2026')
  expect(fieldValue({ kind: 'date' }, 'soon')).toBe('soon')
  expect(fieldValue({ kind: 'text' }, '2026-11-29')).toBe('2026-11-29')
})

test('a contact with its number for a name is unnamed', () => {
  const phones = [{ number: '+12025550142' }] as never
  expect(isUnnamed({ name: '(202) 555-0142', phones })).toBe(true)
  expect(isUnnamed({ name: 'Ana', phones })).toBe(false)
  expect(isUnnamed({ name: 'Ana', phones: [] })).toBe(false)
})

const change = (parts: Partial<ContactValueChange>): ContactValueChange => ({
  field: 'company',
  fieldName: null,
  from: '',
  to: '',
  ...parts,
})
const format = (number: string) => `<${number}>`

test.each<[Partial<ContactValueChange>, string]>([
  [{ from: 'A', to: 'B' }, 'Omar changed Company from A to B'],
  [{ to: 'B' }, 'Omar set Company to B'],
  [{ from: 'A' }, 'Omar removed Company A'],
  [{ field: 'field', fieldName: 'Plan', to: 'Gold' }, 'Omar set Plan to Gold'],
  [{ field: 'language', from: 'en', to: 'es' }, 'Omar changed Language from English to Spanish'],
  [{ field: 'timeZone', to: 'America/New_York' }, 'Omar set Time zone to America/New York'],
  [{ field: 'phones', to: '+12025550142, +12025550143' }, 'Omar set Phones to <+12025550142>, <+12025550143>'],
])('%o reads as %s', (parts, sentence) => {
  const changed = { by: 'Omar', kind: 'changed', merged: null, changes: [change(parts)] } as const
  expect(changeSentences({ ...changed, changes: [...changed.changes] }, format)).toEqual([sentence])
})

test('a contact is added by a person or with its phone, and merged with another one', () => {
  const first = { kind: 'added', merged: null, changes: [] } as const
  expect(changeSentences({ ...first, by: 'Omar', changes: [] }, format)).toEqual(['Omar added this contact'])
  expect(changeSentences({ ...first, by: null, changes: [] }, format)).toEqual(['Added'])
  const changes = [change({ to: 'B' })]
  const lost = { ...change({ from: 'C', to: 'B' }), of: 'Ana Twin' }
  const merge = { by: 'Omar', kind: 'merged', merged: 'Ana Twin', changes: [...changes, lost] } as const
  expect(changeSentences({ ...merge, changes: [...merge.changes] }, format)).toEqual([
    'Omar merged Ana Twin into this contact',
    'Omar set Company to B',
    'On Ana Twin: Omar changed Company from C to B',
  ])
})

test('two people who add and remove both keep what they did', () => {
  const merged = (before: string[], edited: string[], saved: string[]) =>
    mergedList(before, { edited, saved }, (item) => item)
  expect(merged(['a', 'b'], ['a', 'c'], ['a', 'b', 'd'])).toEqual(['a', 'd', 'c'])
  expect(merged(['a'], ['a', 'x'], [])).toEqual(['x'])
  expect(merged(['a'], ['a'], ['b'])).toEqual(['b'])
})

test('of an item that both changed, the own value stays; of one that only the other changed, theirs', () => {
  const item = (id: string, value: number) => ({ id, value })
  const before = [item('1', 0), item('2', 0)]
  const [edited, saved] = [
    [item('1', 1), item('2', 0)],
    [item('1', 2), item('2', 2)],
  ]
  expect(mergedList(before, { edited, saved }, ({ id }) => id)).toEqual([item('1', 1), item('2', 2)])
})
