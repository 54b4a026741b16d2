import { DOCTOR_CHECKS, DOCTOR_MENDS, DOCTOR_STATES } from '@partyline/contract'
import type { DoctorCheck, DoctorState } from '@partyline/contract'
import { GROUP_TITLES } from './doctor-page-texts.ts'
import type { GroupId } from './doctor-page-texts.ts'

/** A server that was updated after this page was loaded may send states and fixes that the page does not know. */
export function toKnown(check: DoctorCheck): DoctorCheck {
  const { state, mend } = check
  return {
    ...check,
    state: state in DOCTOR_STATES ? state : 'warning',
    mend: mend && mend.kind in DOCTOR_MENDS ? mend : null,
  }
}

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
export function groupsOf(checks: readonly DoctorCheck[]): { group: GroupId; checks: DoctorCheck[] }[] {
  return (Object.keys(GROUP_TITLES) as GroupId[]).flatMap((group) => {
    const own = checks.filter(({ id }) => groupOf(id) === group)
    return own.length > 0 ? [{ group, checks: own }] : []
  })
}

function groupOf(id: string): GroupId {
  return Object.entries(DOCTOR_CHECKS).find(([known]) => known === id)?.[1].group ?? 'other'
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
