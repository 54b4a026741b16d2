import type { OutsideHours } from '@partyline/contract'
import { RECIPIENT_HOURS } from '@partyline/contract'
import { isolated } from '../../platform/isolated.ts'
import { clockTime } from '../../platform/times.ts'

const START = clockTime(RECIPIENT_HOURS.from)

/** The texts of writing to people at night. */
export const RECIPIENT_HOURS_TEXTS = {
  theirStart: `At ${START} their time`,
  /** If they have different times then. */
  afterTheirStart: `After ${START} their time`,
  noTime: `No time in the next ${RECIPIENT_HOURS.maxHoursAhead} hours suits everyone`,
} as const

/** `It’s 6:12 AM for Ann`, or `It may be between 6:12 AM and 7:12 AM for Ann and 2 others`. */
export function outsideText({ names, times: [first = '', ...others], isCertain }: OutsideHours): string {
  const last = others.at(-1)
  const time = last === undefined ? clockTime(first) : `between ${clockTime(first)} and ${clockTime(last)}`
  return `${isCertain ? 'It’s' : 'It may be'} ${time} for ${inShort(names)}`
}

/** `Ann`, `Ann and Luis`, or `Ann and 2 others`. */
function inShort([first = '', second = '', ...more]: readonly string[]): string {
  if (second === '') return isolated(first)
  return `${isolated(first)} and ${more.length === 0 ? isolated(second) : `${more.length + 1} others`}`
}
