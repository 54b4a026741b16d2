import { useMinute } from '../../platform/use-minute.ts'
import { useMe } from '../../users/index.ts'

/** Until when the person has paused notifications; null if they have not, or the pause is over. */
export function usePausedUntil(): string | null {
  const pausedUntil = useMe()?.pausedUntil ?? null
  const minute = useMinute()
  return pausedUntil !== null && Date.parse(pausedUntil) > minute ? pausedUntil : null
}
