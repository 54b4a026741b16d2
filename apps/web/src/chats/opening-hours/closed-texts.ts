import type { Opening } from '@partyline/contract'
import { isolated } from '../../platform/isolated.ts'
import type { Times } from '../../platform/times.ts'

const DAY_MS = 86_400_000
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long' })

/** `Closed, opens Monday 8:00 AM`, in the person's time zone; null while it is open. */
export function closedText({ isOpen, opensAt, holiday }: Opening, times: Times): string | null {
  if (isOpen) return null
  const closed = holiday === null ? 'Closed' : `Closed for ${isolated(holiday)}`
  return opensAt === null ? closed : `${closed}, opens ${opensText(opensAt.toISOString(), times)}`
}

/** `8:00 AM` today, `Monday 8:00 AM` within a week, `Dec 3, 8:00 AM` later. */
function opensText(opensAt: string, times: Times): string {
  const days = Math.round((Date.parse(times.dayOf(opensAt)) - Date.parse(times.dayOf(times.now()))) / DAY_MS)
  return days > 0 && days < 7 ? `${weekday.format(new Date(opensAt))} ${times.clock(opensAt)}` : times.until(opensAt)
}
