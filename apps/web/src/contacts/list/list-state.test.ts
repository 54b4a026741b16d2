import type { ContactFieldId, ContactView } from '@partyline/contract'
import { contactCalls } from '@partyline/contract'
import { expect, test } from 'vitest'
import { createTimes } from '../../platform/times.ts'
import {
  CONSENTS,
  FIRST_STATE,
  readLastText,
  readListState,
  searchOf,
  stateOfView,
  writeListState,
} from './list-state.ts'
import type { ConsentFilter, ListState } from './list-state.ts'

const PLAN = '019aa2f4-6c1e-7d55-8a64-3f0f3a4f9b01' as ContactFieldId
const STATE: ListState = {
  term: 'ana & co',
  tags: ['VIP', 'New / old'],
  fields: { [PLAN]: 'Gold=1' },
  consent: 'notOptedOut',
  lastText: { kind: 'within', days: 30 },
  sort: { by: 'lastText', descending: true },
}
const times = createTimes({ now: () => Date.parse('2026-11-20T03:00:00Z'), timeZone: 'America/New_York' })
const viewOf = (state: ListState) => ({ name: 'Mine', shared: false, ...searchOf(state, times) }) as ContactView

test('the address keeps the state, and what belongs to others', () => {
  const query = writeListState(STATE, new URLSearchParams('contact=1&q=old&tag=gone&field-x=gone'))
  expect(query.get('contact')).toBe('1')
  expect(readListState(new URLSearchParams(query.toString()))).toEqual(STATE)
})

test.each<ListState['lastText']>([
  null,
  { kind: 'never' },
  { kind: 'over', days: 365 },
  { kind: 'without', days: 60 },
  { kind: 'since', day: '2026-11-22' },
  { kind: 'before', day: '2026-01-01' },
])('the address keeps the condition %o', (lastText) => {
  const query = writeListState({ ...FIRST_STATE, lastText }, new URLSearchParams())
  expect(readListState(query).lastText).toEqual(lastText)
})

test.each(Object.keys(CONSENTS) as ConsentFilter[])('the address and a view keep the condition %s', (consent) => {
  const state = { ...FIRST_STATE, consent }
  expect(readListState(writeListState(state, new URLSearchParams())).consent).toBe(consent)
  expect(stateOfView(viewOf(state), times).consent).toBe(consent)
})

test('the first state needs nothing in the address', () => {
  expect(writeListState(FIRST_STATE, new URLSearchParams()).toString()).toBe('')
})

test('a mistyped address is the first state', () => {
  const query = new URLSearchParams('consent=perhaps&lastText=within-x&sort=--name')
  expect(readListState(query)).toEqual(FIRST_STATE)
  for (const days of ['0', '9999']) expect(readLastText(`within-${days}`)).toBeNull()
})

test('days that pass stay days, fixed ones are those of the person, and the search is valid', () => {
  const search = searchOf(STATE, times)
  expect(contactCalls['contacts.search'].body.parse(search)).toMatchObject(search)
  expect(search.filters).toMatchObject({ optedOut: false, textedWithinDays: 30 })
  expect(searchOf({ ...STATE, lastText: { kind: 'over', days: 7 } }, times).filters).toMatchObject({
    textedOverDaysAgo: 7,
  })
  expect(searchOf({ ...STATE, lastText: { kind: 'without', days: 60 } }, times).filters).toMatchObject({
    notTextedForDays: 60,
  })
  expect(searchOf({ ...STATE, lastText: { kind: 'before', day: '2026-11-12' } }, times).filters).toMatchObject({
    textedBefore: '2026-11-12T05:00:00.000Z',
  })
})

test.each<ListState['lastText']>([
  { kind: 'never' },
  { kind: 'within', days: 30 },
  { kind: 'over', days: 365 },
  { kind: 'without', days: 60 },
  { kind: 'since', day: '2026-10-20' },
  { kind: 'before', day: '2026-10-20' },
])('a view keeps the condition %o', (lastText) => {
  expect(stateOfView(viewOf({ ...STATE, lastText }), times)).toEqual({ ...STATE, lastText })
})
