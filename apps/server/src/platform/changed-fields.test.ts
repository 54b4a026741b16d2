import { describe, expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

const hours = { timeZone: 'America/New_York', week: null, holidays: [{ name: 'Snow day', open: [] }] }

/** An update of a stored thing: what is stored, what the caller saw, and what they send. */
type Case = [name: string, now: object, change: { seen?: Record<string, unknown> } & Record<string, unknown>]

describe('an update changes', () => {
  test.each<[...Case, changed: object]>([
    ['every field of a caller that has not said what it saw', { name: 'B' }, { name: 'C' }, { name: 'C' }],
    ['no absent field', { name: 'A', role: 'User' }, { name: undefined, role: 'Admin' }, { role: 'Admin' }],
    ['no field that is sent as it was seen', { name: 'B' }, { name: 'A', seen: { name: 'A' } }, {}],
    ['a field that no one else has changed', { name: 'A' }, { name: 'C', seen: { name: 'A' } }, { name: 'C' }],
    [
      'a field that someone else has given the same value',
      { name: 'C' },
      { name: 'C', seen: { name: 'A' } },
      { name: 'C' },
    ],
    [
      'its own field only, if someone else has changed another one',
      { name: 'B', role: 'User' },
      { name: 'A', role: 'Admin', seen: { name: 'A', role: 'User' } },
      { role: 'Admin' },
    ],
    ['a field to nothing', { greeting: 'Hello' }, { greeting: null, seen: { greeting: 'Hello' } }, { greeting: null }],
    [
      'a field from nothing',
      { greeting: null },
      { greeting: 'Hello', seen: { greeting: null } },
      { greeting: 'Hello' },
    ],
    ['a switch', { disabled: false }, { disabled: true, seen: { disabled: false } }, { disabled: true }],
    [
      'no list or object that is sent as it was seen, in any order of its keys',
      { hours: null, ids: [] },
      { hours, ids: ['a'], seen: { hours: { ...hours, timeZone: hours.timeZone }, ids: ['a'] } },
      {},
    ],
    ['an object', { hours: { ...hours } }, { hours: null, seen: { hours } }, { hours: null }],
    ['a field that was not seen, next to one that was', { a: 1, b: 2 }, { a: 3, b: 4, seen: { b: 2 } }, { a: 3, b: 4 }],
  ])('%s', (_, now, change, changed) => {
    expect(changedFields(now, change)).toEqual(changed)
  })
})

describe('an update is refused, with the names of the fields, if someone else has changed', () => {
  test.each<[...Case, names: string]>([
    ['a name', { name: 'B' }, { name: 'C', seen: { name: 'A' } }, 'the name'],
    ['a role', { role: 'User' }, { role: 'Guest', seen: { role: 'Admin' } }, 'the role'],
    ['a text that was off', { greeting: 'Hi' }, { greeting: 'Hello', seen: { greeting: null } }, 'the greeting'],
    ['a text that was on', { awayReply: null }, { awayReply: 'Away', seen: { awayReply: 'Closed' } }, 'the away reply'],
    ['a holiday', { hours: { ...hours, holidays: [] } }, { hours: null, seen: { hours } }, 'the opening hours'],
    ['the order of a list', { ids: ['b', 'a'] }, { ids: ['a'], seen: { ids: ['a', 'b'] } }, 'the default users'],
    ['a list to one with more', { ids: ['a', 'b'] }, { ids: [], seen: { ids: ['a'] } }, 'the default users'],
    [
      'a list to all',
      { allowedCountries: null },
      { allowedCountries: ['US'], seen: { allowedCountries: ['CA'] } },
      'the allowed countries',
    ],
    [
      'one of two fields',
      { name: 'A', role: 'B' },
      { name: 'C', role: 'C', seen: { name: 'A', role: 'A' } },
      'the role',
    ],
    [
      'both',
      { name: 'B', shortcut: 'b' },
      { name: 'C', shortcut: 'c', seen: { name: 'A', shortcut: 'a' } },
      'the name and the shortcut',
    ],
  ])('%s', (_, now, change, names) => {
    expect(() => changedFields(now, change)).toThrow(
      `Someone else just changed ${names}. Check the new values, and save again if yours should replace them.`,
    )
  })
})
