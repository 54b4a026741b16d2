import type { DoctorCheck, DoctorCheckId, DoctorMend, DoctorState, NumberId } from '@partyline/contract'
import { expect, test } from 'vitest'
import { countsText } from './doctor-page-texts.ts'
import { countsOf, groupsOf, numbersOf, toKnown, verdictOf, worstOf } from './verdict.ts'

function check(id: DoctorCheckId, state: DoctorState, number?: string): DoctorCheck {
  const of = number ? { id: number as NumberId, number: '+12025550100', name: number } : null
  return { id, title: id, number: of, state, found: '.', advice: null, mend: null }
}

test('the worst check decides, and what was not checked does not', () => {
  expect(verdictOf([check('credentials', 'passed'), check('hub', 'failed'), check('clock', 'warning')])).toBe('failed')
  expect(verdictOf([check('credentials', 'passed'), check('clock', 'warning')])).toBe('warning')
  expect(verdictOf([check('credentials', 'passed'), check('inbound', 'skipped')])).toBe('passed')
  expect(verdictOf([check('inbound', 'skipped')])).toBe('passed')
  expect(worstOf([check('inbound', 'skipped')])).toBe('skipped')
})

test('checks are counted in words, without what there is none of', () => {
  const checks = [check('credentials', 'passed'), check('clock', 'passed'), check('hub', 'failed')]
  expect(countsText(countsOf(checks))).toBe('1 failed, 2 passed')
})

test('checks stand in their groups, and those of a number together', () => {
  const checks = [
    check('hub', 'passed'),
    check('numberSms', 'passed', 'Front desk'),
    check('numberSms', 'failed', 'Billing'),
    check('numberMms', 'passed', 'Front desk'),
    check('credentials', 'passed'),
  ]
  expect(groupsOf(checks).map(({ group }) => group)).toEqual(['account', 'numbers', 'browser'])
  expect(numbersOf(checks).map((of) => [of.number.name, of.checks.map(({ id }) => id)])).toEqual([
    ['Front desk', ['numberSms', 'numberMms']],
    ['Billing', ['numberSms']],
  ])
})

test('a check of a newer server is listed, as a warning where its state is unknown', () => {
  const newer = {
    ...check('newCheck' as DoctorCheckId, 'degraded' as DoctorState),
    mend: { kind: 'newFix' as DoctorMend, label: 'Fix it' },
  }
  const known = toKnown(newer)
  expect(known).toMatchObject({ state: 'warning', mend: null })
  expect(groupsOf([known])).toEqual([{ group: 'other', checks: [known] }])
})
