import { DIAGNOSTICS_CHECKS, DIAGNOSTICS_FIXES, DIAGNOSTICS_STATES } from '@partyline/contract'
import type { DiagnosticsCheck, DiagnosticsState } from '@partyline/contract'
import { GROUP_TITLES } from './diagnostics-texts.ts'
import type { GroupId } from './diagnostics-texts.ts'

/** A server that was updated after this page was loaded may send states and fixes that the page does not know. */
export function toKnown(check: DiagnosticsCheck): DiagnosticsCheck {
  const { state, fix } = check
  return {
    ...check,
    state: state in DIAGNOSTICS_STATES ? state : 'warning',
    fix: fix && fix.kind in DIAGNOSTICS_FIXES ? fix : null,
  }
}

/** Worst first. */
const BY_WEIGHT: readonly DiagnosticsState[] = ['failed', 'warning', 'passed', 'skipped']

/** The worst state; checks that were not run don't count. */
export function worstOf(checks: readonly Pick<DiagnosticsCheck, 'state'>[]): DiagnosticsState {
  return BY_WEIGHT.find((state) => checks.some((check) => check.state === state)) ?? 'skipped'
}

/** The overall verdict. It is good only if everything was tried. */
export function verdictOf(checks: readonly DiagnosticsCheck[]): DiagnosticsState {
  const worst = worstOf(checks)
  const isUntried = worst === 'passed' && checks.some(({ state }) => state === 'skipped')
  return isUntried ? 'skipped' : worst
}

export function countsOf(checks: readonly DiagnosticsCheck[]): Record<DiagnosticsState, number> {
  const counts: Record<DiagnosticsState, number> = { failed: 0, warning: 0, skipped: 0, passed: 0 }
  for (const { state } of checks) counts[state] += 1
  return counts
}

/** The checks of each group, in the order in which groups are shown. */
export function groupsOf(checks: readonly DiagnosticsCheck[]): { group: GroupId; checks: DiagnosticsCheck[] }[] {
  return (Object.keys(GROUP_TITLES) as GroupId[]).flatMap((group) => {
    const own = checks.filter(({ id }) => groupOf(id) === group)
    return own.length > 0 ? [{ group, checks: own }] : []
  })
}

function groupOf(id: string): GroupId {
  return Object.entries(DIAGNOSTICS_CHECKS).find(([known]) => known === id)?.[1].group ?? 'other'
}

/** The checks of each number together, in their order. */
export function numbersOf(
  checks: readonly DiagnosticsCheck[],
): { number: NonNullable<DiagnosticsCheck['number']>; checks: DiagnosticsCheck[] }[] {
  const byNumber = Map.groupBy(
    checks.filter(({ number }) => number !== null),
    ({ number }) => number?.id,
  )
  return [...byNumber.values()].flatMap((own) => (own[0]?.number ? [{ number: own[0].number, checks: own }] : []))
}
