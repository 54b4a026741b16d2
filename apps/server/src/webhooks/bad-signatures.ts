import type { Clock } from '../platform/index.ts'

const MAX_PER_MINUTE = 60
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MAX_ADDRESSES = 10_000

type Record = { minuteStartedAt: number; bad: number; goodAt: number }

/**
 * Knows which addresses repeat bad signatures. One from which Twilio was heard within the last hour is never among
 * them: it may be a proxy that Twilio's requests come through as well.
 */
export function createBadSignatures({ now }: Pick<Clock, 'now'>) {
  const records = new Map<string, Record>()

  /** The last used are last, so that the first can be forgotten. */
  function recordOf(address: string, at: number): Record {
    const known = records.get(address)
    const isSameMinute = known && at - known.minuteStartedAt < MINUTE_MS
    const record = isSameMinute ? known : { minuteStartedAt: at, bad: 0, goodAt: known?.goodAt ?? -Infinity }
    records.delete(address)
    records.set(address, record)
    for (const [oldest] of records) {
      if (records.size <= MAX_ADDRESSES) break
      records.delete(oldest)
    }
    return record
  }

  return {
    areTooMany(address: string): boolean {
      const at = now().getTime()
      const { bad, goodAt } = recordOf(address, at)
      return bad >= MAX_PER_MINUTE && at - goodAt >= HOUR_MS
    },
    addBad: (address: string) => void recordOf(address, now().getTime()).bad++,
    addGood(address: string) {
      const at = now().getTime()
      recordOf(address, at).goodAt = at
    },
  }
}
