import { dayAfter } from '@partyline/contract'
import type { Times } from '../../platform/times.ts'

const HOUR_MS = 3_600_000
export const MORNING = '08:00'

/** When a pause of an hour ends. */
export const inAnHour = ({ now }: Times): string => new Date(now() + HOUR_MS).toISOString()

/** When a pause until tomorrow ends, in the person's time zone. */
export const tomorrowMorning = (times: Times): string => times.instantOf(dayAfter(times.dayOf(times.now()), 1), MORNING)
