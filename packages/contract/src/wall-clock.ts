// Wall-clock times in time zones. It has no imports, so that the web app can load it without the schemas.

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The days of a week, in the order of ISO 8601. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** The local date, `YYYY-MM-DD`, and time, `HH:MM`. Both compare as texts. */
export type WallClock = { date: string; time: string }

const clocks = new Map<string, Intl.DateTimeFormat>()

export function wallClock(timeZone: string, at: Date): WallClock {
  let clock = clocks.get(timeZone)
  if (!clock) {
    // Swedish dates and times are in the order of ISO 8601.
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    clocks.set(timeZone, clock)
  }
  const [date = '', time = ''] = clock.format(at).split(' ')
  return { date, time }
}

/** Whether this system knows a time zone. UTC offsets are refused: they ignore daylight saving time. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && wallClock(name, new Date(0)).date !== ''
  } catch {
    return false
  }
}

/** Monday is day 4 of 1970. */
export function weekdayOf(date: string): Weekday {
  const days = Date.parse(date) / DAY_MS
  return WEEKDAYS[(((days + 3) % 7) + 7) % 7] ?? 'monday'
}

/** The clock change within a day of a time, to the minute. */
export function changeOfClock(timeZone: string, near: number): number {
  let [early, late] = [near - DAY_MS, near + DAY_MS]
  const offset = offsetAt(timeZone, early)
  while (late - early > MINUTE_MS) {
    const middle = early + Math.floor((late - early) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetAt(timeZone, middle) === offset) early = middle
    else late = middle
  }
  return late
}

/** The offset from UTC in milliseconds, positive to the east. */
export function offsetAt(timeZone: string, at: number): number {
  const { date, time } = wallClock(timeZone, new Date(at))
  return Date.parse(`${date}T${time}:00Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS
}
