import { phoneIdentity } from './phone-spellings.ts'
import { ZONE_PREFIXES } from './zone-prefixes.ts'

const NO_PLACE = '?'
/** The longest prefix of the table. */
const MAX_PREFIX = 9

let zonesByPrefix: Map<string, string[]> | null = null

/**
 * The time zones in which a phone may be: the contact's own zone if it is known, otherwise all zones of the prefix of its number
 * (E.164), one for each that differs in time. Empty for numbers of no place, such as toll-free ones. A phone may be elsewhere.
 */
export function zonesOf(number: string, ownZone: string | null): readonly string[] {
  if (ownZone !== null) return [ownZone]
  const digits = /^\+(\d+)$/.exec(phoneIdentity(number))?.[1]
  if (digits === undefined) return []
  zonesByPrefix ??= readZones()
  for (let length = Math.min(digits.length, MAX_PREFIX); length > 0; length -= 1) {
    const zones = zonesByPrefix.get(digits.slice(0, length))
    if (zones !== undefined) return zones
  }
  return []
}

function readZones(): Map<string, string[]> {
  const lines = ZONE_PREFIXES.trim().split('\n')
  return new Map(
    lines.flatMap((line) => {
      const [joined = NO_PLACE, ...prefixes] = line.split(' ')
      const zones = joined === NO_PLACE ? [] : joined.split('&')
      return prefixes.map((prefix): [string, string[]] => [prefix, zones])
    }),
  )
}
