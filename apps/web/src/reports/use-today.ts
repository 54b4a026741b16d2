import { wallClock } from '@partyline/contract'
import { useCallback, useSyncExternalStore } from 'react'
import { useTimes } from '../platform/platform-context.tsx'

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
