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

  function recordOf(address: string, at: number): Record {
    const known = records.get(address)
    if (known && at - known.minuteStartedAt < MINUTE_MS) return known
    if (!known && records.size >= MAX_ADDRESSES) records.clear()
    const record = { minuteStartedAt: at, bad: 0, goodAt: known?.goodAt ?? -Infinity }
    records.set(address, record)
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
