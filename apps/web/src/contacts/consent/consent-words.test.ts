import type { NumberId, PhoneConsent } from '@partyline/contract'
import { expect, test } from 'vitest'
import { isLater, linesOfConsent, stateWords } from './consent-words.ts'

const TIMES = {
  date: (instant: string) => instant.slice(5, 10),
  sameDay: (one: string, other: string) => one.slice(0, 10) === other.slice(0, 10),
}
const AT = '2026-11-03T14:00:00.000Z'
const NOTHING = { state: 'none', since: null, source: null, askedAt: null } as const

test.each([
  [NOTHING, 'No consent recorded'],
  [{ ...NOTHING, askedAt: AT }, 'Asked on 11-03, no answer yet'],
  [{ ...NOTHING, state: 'granted', since: AT, source: 'written' }, 'Agreed on 11-03, in writing'],
  [{ ...NOTHING, state: 'granted', since: AT, source: 'keyword' }, 'Agreed on 11-03, by text'],
  [{ ...NOTHING, state: 'granted', since: AT, source: 'import' }, 'Agreed on 11-03, with an import'],
  [
    { ...NOTHING, state: 'granted', since: AT, source: 'spoken', askedAt: '2026-11-05T14:00:00.000Z' },
    'Agreed on 11-03, spoken. Asked on 11-05, no answer yet',
  ],
  [{ ...NOTHING, state: 'refused', since: AT, source: 'keyword' }, 'Refused on 11-03, by text'],
  [{ ...NOTHING, state: 'revoked', since: AT, source: 'keyword' }, 'Opted out (texted STOP) on 11-03'],
  [{ ...NOTHING, state: 'revoked', since: AT, source: 'twilio' }, 'Opted out (reported by Twilio) on 11-03'],
  [{ ...NOTHING, state: 'revoked', since: AT, source: 'twilioError' }, 'Opted out (reported by Twilio) on 11-03'],
  [{ ...NOTHING, state: 'revoked', since: AT, source: 'manual' }, 'Opted out by hand on 11-03'],
  [{ ...NOTHING, state: 'revoked', since: AT, source: 'spoken' }, 'Opted out on 11-03, spoken'],
  [{ ...NOTHING, state: 'revoked', since: AT, source: 'import' }, 'Opted out on 11-03, with an import'],
] as const)('%o is said as “%s”', (state, words) => expect(stateWords(state, TIMES)).toBe(words))

const known = (number: string, line: string) =>
  ({ number, line: { id: line as NumberId, name: line, number: '' }, ...NOTHING }) as unknown as PhoneConsent
const labels = (numbers: string[], phones: PhoneConsent[], lineIds = ['Desk'] as NumberId[]) =>
  linesOfConsent({ numbers, known: phones, lineIds, format: (number) => `<${number}>` }).map(({ label }) => label)

test('names say only what tells the lines apart', () => {
  expect(labels(['1'], [])).toEqual([''])
  expect(labels(['1', '2'], [])).toEqual([''])
  expect(labels(['1'], [known('1', 'Desk')])).toEqual([''])
  // Consent to texts from one line is none to texts from the other.
  expect(labels(['1'], [known('1', 'Desk')], ['Desk', 'Bills'] as NumberId[])).toEqual(['Desk'])
  expect(labels(['1'], [known('1', 'Desk'), known('1', 'Bills')])).toEqual(['Desk', 'Bills'])
  expect(labels(['1', '2'], [known('1', 'Desk')])).toEqual(['<1>', '<2>'])
  expect(labels(['1', '2'], [known('1', 'Desk'), known('2', 'Bills')])).toEqual(['<1>, from Desk', '<2>, from Bills'])
})

test('an entry that was recorded on another day says so', () => {
  expect(isLater({ at: AT, recordedAt: AT }, TIMES)).toBe(false)
  expect(isLater({ at: AT, recordedAt: '2026-11-05T14:00:00.000Z' }, TIMES)).toBe(true)
})
