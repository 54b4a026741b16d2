import { HOLD_SECONDS } from '@partyline/contract'
import { createStoredChoice } from '../platform/stored-choice.ts'

export type HoldSeconds = (typeof HOLD_SECONDS)[number]

const DEFAULT: HoldSeconds = 5

/** For how many seconds a person in this browser can undo a message. */
export const holdSecondsOf = createStoredChoice<HoldSeconds>({
  name: 'hold-seconds',
  read: (stored) => HOLD_SECONDS.find((each) => String(each) === stored) ?? DEFAULT,
  write: String,
})
