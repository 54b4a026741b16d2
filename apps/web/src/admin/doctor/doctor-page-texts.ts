import { DOCTOR_GROUPS } from '@partyline/contract'
import type { DoctorState } from '@partyline/contract'

export const DOCTOR_TEXTS = {
  title: 'Diagnostics',
  about: 'Follows a text from Twilio to Partyline and back, and reports what is wrong.',
  run: 'Check again',
  running: 'Checking...',
  checkedAt: (time: string) => `Checked at ${time}`,
  failedTitle: 'The checks could not be run',
  againFailed: 'The checks could not be run again. What you see is older.',
  whatToDo: 'What to do:',
  passedOf: (titles: readonly string[]) => `Passed: ${titles.join(', ')}`,
  pointTitle: 'Point it to Partyline',
  pointMessage: (name: string) =>
    `Texts to ${name} will come to Partyline. What Twilio has for the number now is replaced.`,
  pointing: 'Updating...',
  mended: 'Done. Checking again.',
} as const

export const GROUP_TITLES = { ...DOCTOR_GROUPS, other: 'Other checks' } as const
export type GroupId = keyof typeof GROUP_TITLES

/** The hub as this browser reaches it. */
export const HUB_FINDINGS = {
  direct: { state: 'passed', found: 'New messages come at once.', advice: null },
  fallback: {
    state: 'warning',
    found: 'The live connection needs its fallback: something on the way lets no WebSocket through.',
    advice:
      'Let the proxy before the server, and that of your network, pass the upgrade to WebSocket. It works meanwhile.',
  },
  none: {
    state: 'failed',
    found: 'There is no live connection: new messages do not appear by themselves.',
    advice: 'Let the proxy pass /chathub to the server, and look whether this network blocks it.',
  },
} as const satisfies Record<string, { state: DoctorState; found: string; advice: string | null }>

/** `1 failed, 2 to look at, 14 passed`. */
export function countsText(counts: Record<DoctorState, number>): string {
  const parts = [
    [counts.failed, 'failed'],
    [counts.warning, 'to look at'],
    [counts.skipped, 'not checked'],
    [counts.passed, 'passed'],
  ] as const
  return parts.flatMap(([count, words]) => (count > 0 ? `${count} ${words}` : [])).join(', ')
}
