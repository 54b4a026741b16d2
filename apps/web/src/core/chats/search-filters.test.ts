import type { MemberId, NumberId } from '@partyline/contract'
import { expect, it } from 'vitest'
import { NOTHING_CHOSEN, searchFiltersOf } from './search-filters.ts'

const ana = { id: 'a' as MemberId, name: 'Ana' }
const desk = { id: 'd' as NumberId, name: 'Desk' }

/** A moment, or by default the start of a day, in the zone of the machine. */
const local = (...[month, day, hour = 0]: [number, number, number?]) => new Date(2026, month - 1, day, hour)
const now = () => local(11, 2, 21)

it('keeps chats with a person and of a line, and lists messages for all other filters', () => {
  const chosen = { ...NOTHING_CHOSEN, line: desk }
  expect(searchFiltersOf(NOTHING_CHOSEN, now())).toBeNull()
  expect(searchFiltersOf({ ...chosen, person: { ...ana, as: 'with' } }, now())).toMatchObject({
    chats: { memberId: 'a', numberId: 'd' },
    messages: null,
  })
  expect(searchFiltersOf({ ...chosen, person: { ...ana, as: 'from' } }, now())).toMatchObject({
    chats: { numberId: 'd' },
    messages: { sentBy: 'a', numberId: 'd', hasPicture: false },
  })
  expect(searchFiltersOf({ ...chosen, hasPicture: true }, now())?.messages).toEqual({ numberId: 'd', hasPicture: true })
})

it('bounds dates by whole days in the time zone of the person', () => {
  const rangeOf = (dates: Parameters<typeof searchFiltersOf>[0]['dates']) =>
    searchFiltersOf({ ...NOTHING_CHOSEN, dates }, now())?.messages
  expect(rangeOf({ kind: 'today' })).toEqual({ from: local(11, 2).toISOString(), hasPicture: false })
  // Daylight saving time may end in between.
  expect(rangeOf({ kind: 'week' })).toMatchObject({ from: local(10, 27).toISOString() })
  expect(rangeOf({ kind: 'month' })).toMatchObject({ from: local(10, 4).toISOString() })
  expect(rangeOf({ kind: 'custom', from: '2026-11-01', to: '2026-11-01' })).toMatchObject({
    from: local(11, 1).toISOString(),
    to: new Date(local(11, 2).getTime() - 1).toISOString(),
  })
  expect(rangeOf({ kind: 'custom', from: '', to: '2026-10-31' })).toEqual({
    to: new Date(local(11, 1).getTime() - 1).toISOString(),
    hasPicture: false,
  })
})

it('finds notes by their author, their line, and dates, but not by members of their chat or pictures', () => {
  const notesOf = (parts: Partial<Parameters<typeof searchFiltersOf>[0]>) =>
    searchFiltersOf({ ...NOTHING_CHOSEN, line: desk, ...parts }, now())?.notes
  expect(notesOf({})).toEqual({ numberId: 'd' })
  expect(notesOf({ person: { ...ana, as: 'from' } })).toEqual({ numberId: 'd', createdBy: 'a' })
  expect(notesOf({ dates: { kind: 'today' } })).toEqual({ numberId: 'd', from: local(11, 2).toISOString() })
  expect(notesOf({ person: { ...ana, as: 'with' } })).toBeNull()
  expect(notesOf({ hasPicture: true })).toBeNull()
})

it('searches only notes if that is chosen, with or without another filter', () => {
  expect(searchFiltersOf({ ...NOTHING_CHOSEN, inNotes: true }, now())).toMatchObject({
    chosen: { inNotes: true },
    messages: null,
    notes: {},
  })
})
