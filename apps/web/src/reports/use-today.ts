import { wallClock } from '@partyline/contract'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useTimes } from '../platform/platform-context.tsx'
import { createTimes } from '../platform/times.ts'
import type { Times } from '../platform/times.ts'

/** A timer until midnight would be late after the computer has slept. */
const CHECK_EVERY_MS = 60_000

function everyMinute(onChange: () => void) {
  const timer = setInterval(onChange, CHECK_EVERY_MS)
  return () => clearInterval(timer)
}

/** The calendar day in a time zone, such as `2026-11-19`. */
export function useToday(timeZone: string): string {
  const { now } = useTimes()
  const today = useCallback(() => wallClock(timeZone, new Date(now())).date, [now, timeZone])
  return useSyncExternalStore(everyMinute, today)
}

/** Times as the clocks of a time zone show them. */
export function useTimesIn(timeZone: string): Times {
  const { now } = useTimes()
  return useMemo(() => createTimes({ now, timeZone }), [now, timeZone])
}
