import type {
  DiagnosticsCheck,
  DiagnosticsCheckId,
  DiagnosticsFix,
  DiagnosticsState,
  NumberId,
} from '@partyline/contract'
import { expect, test } from 'vitest'
import { countsText } from './diagnostics-texts.ts'
import { countsOf, groupsOf, numbersOf, toKnown, verdictOf, worstOf } from './verdict.ts'

function check(id: DiagnosticsCheckId, state: DiagnosticsState, number?: string): DiagnosticsCheck {
  const of = number ? { id: number as NumberId, number: '+12025550100', name: number } : null
  return { id, title: id, number: of, state, found: '.', advice: null, fix: null, link: null }
}

test('verdict is the worst state of all checks that were not skipped, and good only without these', () => {
  expect(verdictOf([check('credentials', 'passed'), check('hub', 'failed'), check('clock', 'warning')])).toBe('failed')
  expect(verdictOf([check('credentials', 'passed'), check('clock', 'warning')])).toBe('warning')
  expect(verdictOf([check('credentials', 'passed'), check('inbound', 'skipped')])).toBe('skipped')
  expect(verdictOf([check('credentials', 'passed'), check('hub', 'passed')])).toBe('passed')
  expect(worstOf([check('inbound', 'skipped')])).toBe('skipped')
})

test('countsText omits states without checks', () => {
  const checks = [check('credentials', 'passed'), check('clock', 'passed'), check('hub', 'failed')]
  expect(countsText(countsOf(checks))).toBe('1 failed, 2 passed')
})

test('checks are grouped by area, and those of a line together', () => {
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

test('an unknown check of a newer server is listed without its fix, and as a warning if its state is unknown', () => {
  const newer = {
    ...check('newCheck' as DiagnosticsCheckId, 'degraded' as DiagnosticsState),
    fix: { kind: 'newFix' as DiagnosticsFix, label: 'Fix it' },
  }
  const known = toKnown(newer)
  expect(known).toMatchObject({ state: 'warning', fix: null })
  expect(groupsOf([known])).toEqual([{ group: 'other', checks: [known] }])
})
