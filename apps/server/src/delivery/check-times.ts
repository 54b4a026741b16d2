import type { DeliveryStatus } from '@partyline/contract'

const SECOND = 1_000
const DAY = 24 * 3_600 * SECOND

/** How long after a text was handed to Twilio its outcome is first looked up, if no callback has reported it. */
export const FIRST_CHECK_MS = { accepted: 90 * SECOND, unknown: 10 * SECOND } as const

/**
 * Twilio keeps trying for ten hours, and some carriers never report. After this, `sent` and `unknown` are final, and reports
 * that belong to no delivery are deleted.
 */
export const GIVE_UP_MS = 3 * DAY

/** When Twilio is asked next: the pauses double as the text gets older, up to a day. Null: never again. */
export function nextCheck(
  { status, postedAt }: { status: DeliveryStatus; postedAt: Date | null },
  now: Date,
): Date | null {
  const age = postedAt ? now.getTime() - postedAt.getTime() : GIVE_UP_MS
  if (age >= GIVE_UP_MS) return null
  const first = status === 'unknown' ? FIRST_CHECK_MS.unknown : FIRST_CHECK_MS.accepted
  return new Date(now.getTime() + Math.min(DAY, Math.max(first, age)))
}
