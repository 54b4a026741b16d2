// Wall-clock times in time zones. A part of the web app's first load.

const MINUTE_MS = 60_000

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

/** Whether this system knows a time zone. UTC offsets are rejected: they ignore daylight saving time. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && wallClock(name, new Date(0)).date !== ''
  } catch {
    return false
  }
}

/** The offset from UTC in milliseconds, positive to the east. */
export function offsetAt(timeZone: string, at: number): number {
  const { date, time } = wallClock(timeZone, new Date(at))
  return Date.parse(`${date}T${time}:00Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS
}
