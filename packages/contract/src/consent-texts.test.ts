import { expect, test } from 'vitest'
import { consentEntryText, isDayOnly } from './consent-texts.ts'

test.each([
  [{ state: 'granted', source: 'form' }, 'Agreed'],
  [{ state: 'refused', source: 'keyword' }, 'Refused'],
  [{ state: 'revoked', source: 'manual' }, 'Opted out'],
  [{ state: 'granted', source: 'manual' }, 'Opt-out taken back'],
] as const)('%o is “%s”', (entry, text) => expect(consentEntryText(entry)).toBe(text))

test.each([
  [{ at: '2026-11-03T17:00:00.000Z', by: 'Omar Haddad' }, true],
  [{ at: '2026-11-03T06:15:00.000Z', by: 'Omar Haddad' }, true],
  [{ at: '2026-11-03T17:00:01.000Z', by: 'Omar Haddad' }, false],
  [{ at: '2026-11-03T17:00:00.000Z', by: null }, false],
  [{ at: '2026-11-09T17:00:00.000Z', by: 'Omar Haddad' }, false],
  [{ at: '2026-11-03T17:00:00.000Z', by: 'Booking system', source: 'api' as const }, false],
])('of %o, only the day is known: %s', (entry, expected) => {
  expect(isDayOnly({ recordedAt: '2026-11-09T17:00:00.000Z', source: 'form', ...entry })).toBe(expected)
})
