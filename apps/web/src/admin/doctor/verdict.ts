import { DOCTOR_CHECKS, DOCTOR_GROUPS } from '@partyline/contract'
import type { DoctorCheck, DoctorGroup, DoctorState } from '@partyline/contract'

/** The worst first. */
const BY_WEIGHT: readonly DoctorState[] = ['failed', 'warning', 'passed', 'skipped']

/** What counts of several checks; those that were not run say nothing. */
export function worstOf(checks: readonly Pick<DoctorCheck, 'state'>[]): DoctorState {
  return BY_WEIGHT.find((state) => checks.some((check) => check.state === state)) ?? 'skipped'
}

/** The verdict over all: what was not checked does not take it away. */
export function verdictOf(checks: readonly DoctorCheck[]): 'failed' | 'warning' | 'passed' {
  const worst = worstOf(checks)
  return worst === 'skipped' ? 'passed' : worst
}

export function countsOf(checks: readonly DoctorCheck[]): Record<DoctorState, number> {
  const counts: Record<DoctorState, number> = { failed: 0, warning: 0, skipped: 0, passed: 0 }
  for (const { state } of checks) counts[state] += 1
  return counts
}

/** The checks of each group, in the order in which groups are shown. */
export function groupsOf(checks: readonly DoctorCheck[]): { group: DoctorGroup; checks: DoctorCheck[] }[] {
  return (Object.keys(DOCTOR_GROUPS) as DoctorGroup[]).flatMap((group) => {
    const own = checks.filter(({ id }) => DOCTOR_CHECKS[id].group === group)
    return own.length > 0 ? [{ group, checks: own }] : []
  })
}

/** The checks of each number together, in their order. */
export function numbersOf(
  checks: readonly DoctorCheck[],
): { number: NonNullable<DoctorCheck['number']>; checks: DoctorCheck[] }[] {
  const byNumber = Map.groupBy(
    checks.filter(({ number }) => number !== null),
    ({ number }) => number?.id,
  )
  return [...byNumber.values()].flatMap((own) => (own[0]?.number ? [{ number: own[0].number, checks: own }] : []))
}
