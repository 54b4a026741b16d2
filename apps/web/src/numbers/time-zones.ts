import { phoneIdentity } from '@partyline/contract'
import { ZONE_PREFIXES } from './zone-prefixes.ts'

const UNKNOWN = '?'
/** The longest prefix of the table. */
const MAX_PREFIX = 9

let zones: Map<string, string> | null = null

/**
 * The time zone of a phone number (E.164) by its prefix. Null if the prefix belongs to several zones with different times or
 * to no place, such as toll-free numbers. A phone may be elsewhere.
 */
export function timeZoneOf(number: string): string | null {
  const digits = /^\+(\d+)$/.exec(phoneIdentity(number))?.[1]
  if (digits === undefined) return null
  zones ??= readZones()
  for (let length = Math.min(digits.length, MAX_PREFIX); length > 0; length -= 1) {
    const zone = zones.get(digits.slice(0, length))
    if (zone !== undefined) return zone === UNKNOWN ? null : zone
  }
  return null
}

function readZones(): Map<string, string> {
  const lines = ZONE_PREFIXES.trim().split('\n')
  return new Map(
    lines.flatMap((line) => {
      const [zone = UNKNOWN, ...prefixes] = line.split(' ')
      return prefixes.map((prefix): [string, string] => [prefix, zone])
    }),
  )
}
