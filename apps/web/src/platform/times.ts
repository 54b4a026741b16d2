import { isTimeZone, offsetAt, wallClock, dayAfter } from '@partyline/contract'

/** Formats times for people. Instants are ISO 8601, as in the API. */
export type Times = {
  /** For lists: `9:41 AM` today, then `Yesterday`, `Thu`, `Nov 3`, `11/3/2025`. */
  short: (instant: string) => string
  /** `9:41 AM`. */
  clock: (instant: string) => string
  /** For a date among other facts: `Nov 3`, `11/3/2025`. */
  date: (instant: string) => string
  /** For a date in a sentence: `March 3, 2026`. */
  longDate: (instant: string) => string
  /** For a day separator: `Today`, `Yesterday`, `Thursday, November 19`, with the year unless it is this one. */
  day: (instant: string) => string
  /** `Thursday, November 19, 2026 at 9:41 AM`, for hover and screen readers. */
  full: (instant: string) => string
  /** For a time to come: `3:00 PM` today, then `Mon 8:00 AM`, `Dec 3, 8:00 AM`. A past day is a date. */
  until: (instant: string) => string
  sameDay: (one: string, other: string) => boolean
  now: () => number
  /** When the next day starts. */
  endOfToday: () => string
  /** The calendar day as `2026-11-19`, in the person's time zone. */
  dayOf: (at: number | string) => string
  /** The time of that day as `08:00`. */
  timeOf: (at: number | string) => string
  /** The instant of such a local time, the first if it occurs twice. One that a clock change skips is moved on by as much. */
  instantOf: (day: string, time: string) => string
  /** How often a local time occurs on a day: 0 if a clock change skips it, 2 if one repeats it. */
  occurrencesOf: (day: string, time: string) => number
}

const DAY_MS = 86_400_000

/** The language of the app's texts, not the browser's. */
const LOCALE = 'en-US'

type Parts = {
  now: () => number
  /** The system's by default. */
  timeZone?: string
  /** The browser's language decides by default. */
  hourCycle?: HourCycle
}

type HourCycle = 'h12' | 'h23'

export function createTimes(parts: Parts): Times {
  const { now, timeZone, hourCycle = hourCycleOfBrowser() } = parts
  const zone = timeZone ?? currentTimeZone()
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALE, { ...options, timeZone, hourCycle })
  const clock = format({ hour: 'numeric', minute: '2-digit' })
  const weekday = format({ weekday: 'short' })
  const monthDay = format({ month: 'short', day: 'numeric' })
  const date = format({ dateStyle: 'short' })
  const longDate = format({ dateStyle: 'long' })
  const longDay = format({ weekday: 'long', month: 'long', day: 'numeric' })
  const longDayOfYear = format({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
  const full = format({ dateStyle: 'full', timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })

  const wallClockAt = (at: number | string) => wallClock(zone, new Date(at))
  const dayOf = (at: number | string) => wallClockAt(at).date
  const daysAgo = (instant: string) => Math.round((Date.parse(dayOf(now())) - Date.parse(dayOf(instant))) / DAY_MS)
  const thisYear = (instant: string) => dayOf(instant).slice(0, 4) === dayOf(now()).slice(0, 4)
  /** The instants at which a local time occurs. `candidates`: with the offsets of the day before and after. */
  const instantsOf = (day: string, time: string) => {
    const asUtc = Date.parse(`${day}T${time}Z`)
    const candidates = [asUtc - DAY_MS, asUtc + DAY_MS].map((at) => asUtc - offsetAt(zone, at))
    const occurs = (at: number) => dayOf(at) === day && wallClockAt(at).time === time
    return { candidates, found: new Set(candidates.filter(occurs)) }
  }
  const instantOf = (day: string, time: string) => {
    const { candidates, found } = instantsOf(day, time)
    return new Date(found.size > 0 ? Math.min(...found) : Math.max(...candidates)).toISOString()
  }
  const inWords = (days: number) => capitalized(relative.format(-days, 'day'))

  return {
    clock: (instant) => clock.format(new Date(instant)),
    full: (instant) => full.format(new Date(instant)),
    date: (instant) => (thisYear(instant) ? monthDay : date).format(new Date(instant)),
    longDate: (instant) => longDate.format(new Date(instant)),
    sameDay: (one, other) => dayOf(one) === dayOf(other),
    now,
    dayOf,
    until(instant) {
      const days = -daysAgo(instant)
      const at = new Date(instant)
      if (days === 0) return clock.format(at)
      if (days > 0 && days < 7) return `${weekday.format(at)} ${clock.format(at)}`
      return `${(thisYear(instant) ? monthDay : date).format(at)}, ${clock.format(at)}`
    },
    timeOf: (at) => wallClockAt(at).time,
    instantOf,
    endOfToday: () => instantOf(dayAfter(dayOf(now()), 1), '00:00'),
    occurrencesOf: (day, time) => instantsOf(day, time).found.size,
    short(instant) {
      const days = daysAgo(instant)
      const at = new Date(instant)
      if (days === 0) return clock.format(at)
      if (days === 1) return inWords(days)
      if (days > 1 && days < 7) return weekday.format(at)
      return (thisYear(instant) ? monthDay : date).format(at)
    },
    day(instant) {
      const days = daysAgo(instant)
      if (days === 0 || days === 1) return inWords(days)
      return (thisYear(instant) ? longDay : longDayOfYear).format(new Date(instant))
    },
  }
}

function capitalized(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

/** `8:00 AM` for `08:00`, depending on the person's clock. Anything but a time is returned unchanged. */
export function clockTime(time: string, hourCycle: HourCycle = hourCycleOfBrowser()): string {
  const at = new Date(`2000-01-01T${time}Z`)
  if (Number.isNaN(at.getTime())) return time
  return new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC', hourCycle }).format(at)
}

/** Whether hours go from 1 to 12, twice a day. */
export const isHalfDayClock = (): boolean => hourCycleOfBrowser() === 'h12'

/** The app speaks English everywhere, but a clock has 24 hours in most countries. */
function hourCycleOfBrowser(): HourCycle {
  return new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 ? 'h12' : 'h23'
}

/** The system's time zone, which changes with travel; UTC if the browser does not know it. */
export function currentTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}
