// Whether a text would reach people at night. Without imports of schemas, so that the web app can load it without them.
import { RECIPIENT_HOURS } from './form-limits.ts'
import { wallClock } from './wall-clock.ts'

/** A person who gets a text, and the time zones in which their phone may be. */
export type LocatedRecipient = { name: string; zones: readonly string[] }

/** For whom it is outside of their hours, and until when. */
export type OutsideHours = {
  names: string[]
  /** Their local times, `HH:MM`, each once, from the evening to the morning. */
  times: string[]
  /** Whether it is outside of the hours in all of their zones. */
  isCertain: boolean
  /** The next time within the hours of all recipients. Null if there is none in the next 48 hours. */
  nextAt: Date | null
  /** Whether the hours of everyone who is out of hours now start then, in all of their zones. */
  isTheirStart: boolean
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Hours begin at whole quarters everywhere: zones differ from UTC by a multiple of 15 minutes. */
const STEP_MS = 15 * MINUTE_MS

const { from, until, maxHoursAhead } = RECIPIENT_HOURS

/** Null if it is within the hours of all recipients. A phone that may be in several zones has the hours that they share. */
export function outsideHoursAt(recipients: readonly LocatedRecipient[], now: number): OutsideHours | null {
  const outside = recipients.filter(({ zones }) => zones.some((zone) => !isWithin(zone, now)))
  if (outside.length === 0) return null
  const zones = outside.flatMap((recipient) => recipient.zones)
  const zonesOutside = zones.filter((zone) => !isWithin(zone, now))
  const nextAt = nextWithinAll(new Set(recipients.flatMap((recipient) => recipient.zones)), now)
  return {
    names: outside.map(({ name }) => name),
    times: [...new Set(zonesOutside.map((zone) => timeIn(zone, now)))].toSorted(fromEvening),
    isCertain: zonesOutside.length === zones.length,
    nextAt: nextAt === null ? null : new Date(nextAt),
    isTheirStart: nextAt !== null && zones.every((zone) => timeIn(zone, nextAt) === from),
  }
}

function nextWithinAll(zones: ReadonlySet<string>, now: number): number | null {
  const first = (Math.floor(now / STEP_MS) + 1) * STEP_MS
  for (let at = first; at <= now + maxHoursAhead * HOUR_MS; at += STEP_MS) {
    if ([...zones].every((zone) => isWithin(zone, at))) return at
  }
  return null
}

const timeIn = (zone: string, at: number) => wallClock(zone, new Date(at)).time

function isWithin(zone: string, at: number): boolean {
  const time = timeIn(zone, at)
  return from <= time && time < until
}

/** The order of times at night: `21:00` is before `07:59`. */
function fromEvening(one: string, other: string): number {
  const isEvening = Number(other >= until) - Number(one >= until)
  return isEvening === 0 ? one.localeCompare(other) : isEvening
}
