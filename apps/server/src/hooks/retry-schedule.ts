const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Delays between attempts, as Standard Webhooks recommends: three days in total. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
]

/** Null after the last attempt. Attempts count from 1. A tenth is random, to spread out retries. */
export function delayAfter(attempts: number, random: () => number): number | null {
  const delay = DELAYS_MS[attempts - 1]
  return delay === undefined ? null : Math.round(delay * (1 + random() / 10))
}
