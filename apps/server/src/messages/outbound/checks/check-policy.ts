import type { DeliveryStatus } from '@partyline/contract'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR

/** How long after a text was handed to Twilio it is first asked about, where no callback has told its outcome. */
export const FIRST_CHECK_MS = { accepted: HOUR, unknown: 10 * SECOND } as const

/** Twilio keeps trying for ten hours; some carriers never report. After this, `sent` and `unknown` stay as they are. */
const GIVE_UP_MS = 3 * DAY

/**
 * When Twilio is asked the next time: about an accepted text once a day, about an unknown one with pauses that double
 * from ten seconds to a day. Null: not any more.
 */
export function nextCheck(
  { status, postedAt }: { status: DeliveryStatus; postedAt: Date | null },
  now: Date,
): Date | null {
  const age = postedAt ? now.getTime() - postedAt.getTime() : GIVE_UP_MS
  if (age >= GIVE_UP_MS) return null
  const pause = status === 'unknown' ? Math.min(DAY, Math.max(FIRST_CHECK_MS.unknown, age)) : DAY
  return new Date(now.getTime() + pause)
}
