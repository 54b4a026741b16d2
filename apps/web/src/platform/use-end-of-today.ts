import { useSyncExternalStore } from 'react'
import { useTimes } from './platform-context.tsx'

/** A timer until midnight would be late after the computer has slept. */
const CHECK_EVERY_MS = 60_000

function everyMinute(onChange: () => void) {
  const timer = setInterval(onChange, CHECK_EVERY_MS)
  return () => clearInterval(timer)
}

/** When the person's next day starts. Changes at midnight. */
export function useEndOfToday(): string {
  return useSyncExternalStore(everyMinute, useTimes().endOfToday)
}
