import { CONSENT_TEXTS, recordConsentBody } from '@partyline/contract'
import type { NumberId, PhoneConsent } from '@partyline/contract'
import { expect, test } from 'vitest'
import { ApiError } from '../../platform/api-error.ts'
import { firstValues, recordBody, recordErrors, stoppedPhones, withFormFields } from './record-values.ts'

const DESK = '0000000c-0000-4000-8000-000000000001' as NumberId
const BILLS = '0000000c-0000-4000-8000-000000000002' as NumberId
const TODAY = '2026-11-20'
const TIMES = {
  now: () => 0,
  dayOf: () => TODAY,
  instantOf: (day: string, time: string) => `${day}T${time}:00.000Z`,
}
const [ONE, OTHER] = ['+12025550142', '+12025550143']
const FIRST = firstValues({ numbers: [ONE], lineIds: [DESK] }, TODAY)
const FILLED = { ...FIRST, wording: 'Yes.' }

test('what there is only one of is chosen, and what the person came from', () => {
  expect(FIRST).toMatchObject({ numbers: [ONE], lineIds: [DESK], day: TODAY })
  const several = { numbers: [ONE, OTHER], lineIds: [DESK, BILLS] }
  expect(firstValues(several, TODAY)).toMatchObject({ numbers: [], lineIds: [] })
  const from = { ...several, number: OTHER, lineId: BILLS }
  expect(firstValues(from, TODAY)).toMatchObject({ numbers: [OTHER], lineIds: [BILLS] })
})

test('an entry for each phone and line, of today without a time', () => {
  const body = recordBody({ ...FILLED, numbers: [ONE, OTHER], lineIds: [DESK, BILLS] }, TIMES)
  expect(body.entries.map(({ number, lineId }) => [number, lineId])).toEqual([
    [ONE, DESK],
    [ONE, BILLS],
    [OTHER, DESK],
    [OTHER, BILLS],
  ])
  expect(body.entries[0]).not.toHaveProperty('at')
  expect(recordConsentBody.parse(body)).toEqual(body)
  expect(recordBody({ ...FILLED, day: '2026-11-03' }, TIMES).entries[0]).toMatchObject({
    at: '2026-11-03T12:00:00.000Z',
  })
})

test.each([
  [{ numbers: [] }, 'numbers', 'Choose at least one phone.'],
  [{ lineIds: [] }, 'lineIds', 'Choose at least one of your numbers.'],
  [{ wording: ' ' }, 'wording', CONSENT_TEXTS.wording],
  [{ day: '' }, 'day', 'Choose a date.'],
  [{ day: '2026-11-21' }, 'day', CONSENT_TEXTS.future],
] as const)('%o is refused', (parts, field, message) => {
  expect(recordErrors({ ...FILLED, ...parts } as typeof FILLED, TODAY)).toMatchObject({ [field]: { message } })
})

test('the words are needed only where they agree, and not where they were spoken', () => {
  expect(recordErrors(FILLED, TODAY)).toEqual({})
  expect(recordErrors({ ...FIRST, source: 'spoken' }, TODAY)).toEqual({})
  expect(recordErrors({ ...FIRST, state: 'refused' }, TODAY)).toEqual({})
})

test('errors of the server are about the fields of the form', () => {
  const refusal = (errors: Record<string, string[]>) =>
    new ApiError({ status: 400, headers: new Headers(), body: { error: 'validation', errors } })
  const errorsOf = (error: unknown) => (error as ApiError).errors
  expect(
    errorsOf(withFormFields(refusal({ 'entries.0.wording': ['No.'], 'entries[1].lineId': ['Neither.'] }))),
  ).toEqual({
    wording: ['No.'],
    lineIds: ['Neither.'],
  })
  expect((withFormFields(refusal({ 'entries.0.at': ['No.'] })) as ApiError).code).toBe('validation')
  const other = refusal({ entries: ['Too many.'] })
  expect(withFormFields(other)).toBe(other)
  expect(withFormFields('lost')).toBe('lost')
})

test('phones that texted STOP to a chosen line', () => {
  const phone = (parts: Partial<PhoneConsent>) =>
    ({ number: ONE, line: { id: DESK }, state: 'revoked', isByPhone: true, ...parts }) as PhoneConsent
  expect(stoppedPhones([phone({}), phone({ line: { id: BILLS } as PhoneConsent['line'] })], FIRST)).toEqual([ONE])
  expect(stoppedPhones([phone({ isByPhone: false })], FIRST)).toEqual([])
  expect(stoppedPhones([phone({ state: 'granted' })], FIRST)).toEqual([])
  expect(stoppedPhones([phone({ number: OTHER })], FIRST)).toEqual([])
  expect(stoppedPhones([phone({ line: { id: BILLS } as PhoneConsent['line'] })], FIRST)).toEqual([])
})
