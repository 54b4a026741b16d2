const DAY_MS = 86_400_000
/** The years in which zones are compared. */
const FROM = Date.UTC(2026, 0, 1)
const TO = Date.UTC(2028, 0, 1)
const NO_PLACE = '?'

/** Zones with the same time under a better-known name. */
const KNOWN_AS: Record<string, string> = { 'America/North_Dakota/Center': 'America/Chicago' }
/** The zones in which most people of a country live; the data doesn't say. */
const MOST_PEOPLE: Record<string, string> = { '60': 'Asia/Kuala_Lumpur', '77': 'Asia/Almaty' }
/**
 * The countries of prefixes that don't tell the place, although the data has one zone for them, such as mobile numbers of
 * Australia, Indonesia, and Russia, or has zones of other countries too.
 */
const ANYWHERE: Record<string, string> = { '52': 'MX', '61': 'AU', '614': 'AU', '628': 'ID', '7': 'RU', '79': 'RU' }
/** Prefixes of no place: North America's unless a longer one is known, and Australia's service numbers. */
const PLACELESS = ['1', '611']
/** Prefixes below which the data says nothing that is true. */
const IGNORED = ['611', '614', '628', '79']
/** Corrections of the data: Kaliningrad and most of Queensland do not change their clocks. */
const CORRECTED: Record<string, string> = { '740': 'Europe/Kaliningrad', '617': 'Australia/Brisbane' }

/** Reads a BSON document that only has strings (bsonspec.org, element type 2). */
export function readStrings(bytes: Buffer): Map<string, string> {
  const strings = new Map<string, string>()
  for (let at = 4; bytes[at] !== 0;) {
    if (bytes[at] !== 2) throw new Error(`The element at byte ${at} is not a string.`)
    const nameEnd = bytes.indexOf(0, at)
    const start = nameEnd + 5
    const end = start + bytes.readInt32LE(nameEnd + 1)
    strings.set(bytes.toString('utf8', at + 1, nameEnd), bytes.toString('utf8', start, end - 1))
    at = end
  }
  return strings
}

/**
 * The zones of each prefix, joined with `&`, one for each that differs in time; `?` if it is of no place.
 *
 * @param zones Google's zones of each prefix, joined with `&`
 * @param countries the countries of each calling code (ISO 3166), the main one first
 */
export function zonesOfEach(zones: Map<string, string>, countries: Record<string, string[]>): Map<string, string> {
  const all = [...zones].map(([prefix, joined]) => ({
    prefix,
    zones: joined.split('&').map((zone) => KNOWN_AS[zone] ?? zone),
  }))
  const uses = Map.groupBy(
    all.flatMap((entry) => entry.zones),
    (zone) => zone,
  )
  const usesOf = (zone: string) => uses.get(zone)?.length ?? 0
  /** The most used zone of those with the same time. */
  const differing = (several: readonly string[]) =>
    [...Map.groupBy(several, offsetsOf).values()]
      .flatMap((same) => same.toSorted((one, other) => usesOf(other) - usesOf(one)).slice(0, 1))
      .toSorted()
      .join('&')
  const found = new Map<string, string>()
  for (const { prefix, zones } of all) {
    if (!IGNORED.some((start) => prefix.startsWith(start))) found.set(prefix, differing(zones))
  }
  for (const [prefix, country] of Object.entries(ANYWHERE)) found.set(prefix, differing(zonesIn(country)))
  for (const prefix of PLACELESS) found.set(prefix, NO_PLACE)
  for (const [code, [main = '']] of Object.entries(countries)) {
    const zone = found.get(code)
    const own = zonesIn(main)
    // The data names the zone of another country for some, where the clocks may change on other days.
    if (zone === undefined || zone === NO_PLACE || zone.includes('&')) continue
    if (own[0] !== undefined && isSameTime(own) && !own.includes(canonical(zone))) found.set(code, own[0])
  }
  for (const [prefix, zone] of Object.entries({ ...MOST_PEOPLE, ...CORRECTED })) found.set(prefix, zone)
  return found
}

/** Lines of the zones and their prefixes, without those that a shorter prefix covers. */
export function compactZones(zones: Map<string, string>): string[] {
  const zoneAbove = (prefix: string) => {
    for (let length = prefix.length - 1; length > 0; length -= 1) {
      const zone = zones.get(prefix.slice(0, length))
      if (zone !== undefined) return zone
    }
    return NO_PLACE
  }
  const needed = [...zones].filter(([prefix, zone]) => zone !== zoneAbove(prefix))
  const byZone = Map.groupBy(needed, ([, zone]) => zone)
  return [...byZone]
    .map(([zone, entries]) => [zone, ...entries.map(([prefix]) => prefix).toSorted()].join(' '))
    .toSorted()
}

function zonesIn(country: string): string[] {
  const locale = new Intl.Locale('und', { region: country }) as Intl.Locale & { getTimeZones?: () => string[] }
  return (locale.getTimeZones?.() ?? []).map(canonical)
}

const canonical = (zone: string) => new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone

function isSameTime(zones: readonly string[]): boolean {
  return new Set(zones.map(offsetsOf)).size === 1
}

const offsets = new Map<string, string>()

/** The offsets of a zone, for comparison. */
function offsetsOf(zone: string): string {
  const known = offsets.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const days = Array.from({ length: (TO - FROM) / DAY_MS }, (_, day) => FROM + day * DAY_MS)
  const all = days.map((at) => format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value).join()
  offsets.set(zone, all)
  return all
}
