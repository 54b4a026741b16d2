import { useCallback, useSyncExternalStore } from 'react'
import { useTimes } from './platform-context.tsx'

/** A timer until the next minute would be late after the computer has slept. */
const CHECK_EVERY_MS = 15_000
const MINUTE_MS = 60_000

function regularly(onChange: () => void) {
  const timer = setInterval(onChange, CHECK_EVERY_MS)
  return () => clearInterval(timer)
}

/** The current minute's beginning, in milliseconds. Changes with it. */
export function useMinute(): number {
  const { now } = useTimes()
  const minute = useCallback(() => Math.floor(now() / MINUTE_MS) * MINUTE_MS, [now])
  return useSyncExternalStore(regularly, minute)
}
