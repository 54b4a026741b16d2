import type { ContactId } from '@partyline/contract'
import { CONTACT_BOUNDS } from '@partyline/contract'
import { expect, test } from 'vitest'
import { allLoaded, extended, isSelected, NOTHING, selectionOf, toggled } from './selection.ts'
import type { Selected } from './selection.ts'

const LOADED = ['a', 'b', 'c', 'd', 'e'] as ContactId[]
const [A, B, , D] = LOADED as [ContactId, ContactId, ContactId, ContactId]
const ids = (selected: Selected) => [...selected.ids].join('')

test('a contact is selected and cleared', () => {
  const { selected } = toggled(NOTHING, B, LOADED)
  expect(ids(selected)).toBe('b')
  expect(ids(toggled(selected, B, LOADED).selected)).toBe('')
})

test('a range begins at the one that was selected last, in both directions', () => {
  const { selected } = toggled(NOTHING, B, LOADED)
  expect(ids(extended(selected, D, LOADED).selected)).toBe('bcd')
  expect(ids(extended(selected, A, LOADED).selected)).toBe('ba')
  expect(ids(extended(NOTHING, D, LOADED).selected)).toBe('d')
})

test('clearing one of all that match leaves the loaded ones', () => {
  const all = { ...NOTHING, isAll: true }
  expect(isSelected(all, D)).toBe(true)
  const { selected } = toggled(all, D, LOADED)
  expect(selected.isAll).toBe(false)
  expect(ids(selected)).toBe('abce')
})

test('no more are selected than one call takes', () => {
  const many = Array.from({ length: CONTACT_BOUNDS.tagged + 1 }, (_, at) => String(at) as ContactId)
  expect(allLoaded(many)).toMatchObject({ isFull: true, selected: { ids: { size: CONTACT_BOUNDS.tagged } } })
  expect(allLoaded(LOADED)).toMatchObject({ isFull: false, selected: { ids: { size: 5 } } })
})

test('a call takes the contacts, or the search', () => {
  const matching = { term: 'x', filters: {} }
  expect(selectionOf(toggled(NOTHING, B, LOADED).selected, matching)).toEqual({ contactIds: [B] })
  expect(selectionOf({ ...NOTHING, isAll: true }, matching)).toEqual({ matching })
})
