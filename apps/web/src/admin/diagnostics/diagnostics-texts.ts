import { DIAGNOSTICS_GROUPS } from '@partyline/contract'
import type { DiagnosticsState } from '@partyline/contract'
import { isolated } from '../../platform/isolated.ts'

export const DIAGNOSTICS_TEXTS = {
  title: 'Diagnostics',
  about: 'Follows a text from Twilio to Partyline and back, and reports what is wrong.',
  run: 'Check again',
  running: 'Checking…',
  checkedAt: (time: string) => `Checked at ${time}`,
  failedTitle: 'Diagnostics couldn’t be run',
  againFailed: 'Diagnostics couldn’t be run again. These results are older.',
  whatToDo: 'What to do:',
  passedOf: (titles: readonly string[]) => `Passed: ${titles.join(', ')}`,
  pointTitle: 'Point it to Partyline',
  pointMessage: (name: string) =>
    `Texts to ${isolated(name)} will come to Partyline. What Twilio has for the number now is replaced.`,
  pointing: 'Updating...',
  fixed: 'Done. Checking again.',
} as const

export const GROUP_TITLES = { ...DIAGNOSTICS_GROUPS, other: 'Other checks' } as const
export type GroupId = keyof typeof GROUP_TITLES

/** The findings about the hub from this browser. */
export const HUB_FINDINGS = {
  direct: { state: 'passed', found: 'New messages appear right away.', advice: null },
  fallback: {
    state: 'warning',
    found: 'The live connection uses its fallback: something in between blocks WebSockets.',
    advice:
      'Let the proxy in front of the server, and the one of your network, pass the upgrade to WebSocket. Everything works until then.',
  },
  none: {
    state: 'failed',
    found: 'There is no live connection: you won’t see new messages.',
    advice: 'Let the proxy pass /chathub to the server, and look whether this network blocks it.',
  },
} as const satisfies Record<string, { state: DiagnosticsState; found: string; advice: string | null }>

/** `1 failed, 2 warnings, 14 passed`. */
export function countsText(counts: Record<DiagnosticsState, number>): string {
  const parts = [
    [counts.failed, 'failed'],
    [counts.warning, counts.warning === 1 ? 'warning' : 'warnings'],
    [counts.skipped, 'not tried'],
    [counts.passed, 'passed'],
  ] as const
  return parts.flatMap(([count, words]) => (count > 0 ? `${count} ${words}` : [])).join(', ')
}
