// Whether a line is open at a time, by the hours of opening-hours.ts. Without imports of schemas,
// so that the web app can load it without them.
import { daysFrom, instantOf } from './local-days.ts'
import { offsetAt, wallClock } from './wall-clock.ts'
import type { WallClock } from './wall-clock.ts'
import { WEEKDAYS, weekdayOf } from './weekdays.ts'
import type { Weekday } from './weekdays.ts'
import type { LineHours, OpeningHours, OpenTimes, Week } from './opening-hours.ts'

/** Whether a line is open and, if it is closed, when it opens. */
export type Opening = {
  isOpen: boolean
  /** Null while it is open, and if it does not open within the next {@link MAX_DAYS_AHEAD} days. */
  opensAt: Date | null
  /** The name of the holiday for which it is closed. */
  holiday: string | null
}

const MAX_DAYS_AHEAD = 400
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const OPEN: Opening = { isOpen: true, opensAt: null, holiday: null }
const ALL_DAY: OpenTimes = [{ from: '00:00', to: '24:00' }]

/** Whether these hours are open at a time. Null: always open. */
export function openingAt(hours: OpeningHours | null, now: Date): Opening {
  if (!hours || (hours.week === null && hours.holidays.length === 0)) return OPEN
  const today = wallClock(hours.timeZone, now)
  if (isOpenAt(hours, today)) return OPEN
  return {
    isOpen: false,
    opensAt: nextOpening(hours, now, today.date),
    holiday: holidayOn(hours, today.date)?.name ?? null,
  }
}

type Span = { opens: number; closes: number }

/** Measures how long these hours were open between two times, in milliseconds. Null: always open. */
export function createOpenTime(hours: OpeningHours | null): (from: number, to: number) => number {
  if (!hours || (hours.week === null && hours.holidays.length === 0)) return (from, to) => to - from
  const { timeZone } = hours
  const known = new Map<string, readonly Span[]>()
  function spansOn(day: string): readonly Span[] {
    let spans = known.get(day)
    if (!spans) {
      const at = (time: string) => instantOf(timeZone, day, time)
      spans = timesOn(hours as OpeningHours, day).map(({ from, to }) => ({ opens: at(from), closes: at(to) }))
      known.set(day, spans)
    }
    return spans
  }
  return (from, to) =>
    daysFrom(wallClock(timeZone, new Date(from)).date, wallClock(timeZone, new Date(to)).date)
      .flatMap(spansOn)
      .reduce((sum, { opens, closes }) => sum + Math.max(0, Math.min(closes, to) - Math.max(opens, from)), 0)
}

/** A line's hours: its own, on the organization's holidays unless it has a list of its own, or else the organization's. */
export function hoursOfLine(own: LineHours | null, ofTenant: OpeningHours | null): OpeningHours | null {
  return own ? { ...own, holidays: own.holidays ?? ofTenant?.holidays ?? [] } : ofTenant
}

const isOpenAt = (hours: OpeningHours, { date, time }: WallClock) =>
  timesOn(hours, date).some(({ from, to }) => from <= time && time < to)

const holidayOn = ({ holidays }: OpeningHours, date: string) =>
  holidays.find(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay)

function timesOn(hours: OpeningHours, date: string): OpenTimes {
  const holiday = holidayOn(hours, date)
  if (holiday) return holiday.open
  return hours.week ? hours.week[weekdayOf(date)] : ALL_DAY
}

function nextOpening(hours: OpeningHours, now: Date, today: string): Date | null {
  for (let ahead = 0; ahead <= MAX_DAYS_AHEAD; ahead += 1) {
    const date = new Date(Date.parse(today) + ahead * DAY_MS).toISOString().slice(0, 10)
    const times = timesOn(hours, date)
    if (times.length === 0) continue
    const opens = momentsOfDay(hours.timeZone, date, times)
      .filter((at) => at > now.getTime())
      .toSorted((a, b) => a - b)
      .find((at) => {
        const clock = wallClock(hours.timeZone, new Date(at))
        // A clock change on the next day belongs to that day.
        return clock.date === date && isOpenAt(hours, clock)
      })
    if (opens !== undefined) return new Date(opens)
  }
  return null
}

/**
 * The instants of a day at which a line may open: when the clock shows the start of an interval, and when a clock change skips
 * or repeats one.
 */
function momentsOfDay(timeZone: string, date: string, times: OpenTimes): number[] {
  const offsets = [-DAY_MS, DAY_MS].map((ms) => offsetAt(timeZone, Date.parse(date) + DAY_MS / 2 + ms))
  const [before = 0, after = 0] = offsets
  const starts = times.flatMap(({ from }) => {
    const local = Date.parse(`${date}T${from}:00Z`)
    return before === after ? [local - before] : [local - before, local - after]
  })
  return before === after ? starts : [...starts, changeOfClock(timeZone, Date.parse(date) + DAY_MS / 2)]
}

/** The clock change within a day of a time, to the minute. */
function changeOfClock(timeZone: string, near: number): number {
  let [early, late] = [near - DAY_MS, near + DAY_MS]
  const offset = offsetAt(timeZone, early)
  while (late - early > MINUTE_MS) {
    const middle = early + Math.floor((late - early) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetAt(timeZone, middle) === offset) early = middle
    else late = middle
  }
  return late
}

const DAY_NAMES: Record<Weekday, string> = {
  monday: 'Mon',
  tuesday: 'Tue',
  wednesday: 'Wed',
  thursday: 'Thu',
  friday: 'Fri',
  saturday: 'Sat',
  sunday: 'Sun',
}

const unchanged = (time: string) => time

/** `Mon–Fri 08:00–17:00, Sat 09:00–12:00`. Days without hours are left out. */
export function weekInWords(week: Week, format = unchanged): string {
  const runs: { first: Weekday; last: Weekday; times: string }[] = []
  let wasOpen = false
  for (const day of WEEKDAYS) {
    const times = timesInWords(week[day], format)
    const run = runs.at(-1)
    if (times && wasOpen && run?.times === times) run.last = day
    else if (times) runs.push({ first: day, last: day, times })
    wasOpen = times !== ''
  }
  return runs
    .map(({ first, last, times }) => `${DAY_NAMES[first]}${first === last ? '' : `–${DAY_NAMES[last]}`} ${times}`)
    .join(', ')
}

/** `08:00–12:00 13:00–17:00`; empty for a closed day. */
export function timesInWords(times: OpenTimes, format = unchanged): string {
  return times.map(({ from, to }) => `${format(from)}–${format(to)}`).join(' ')
}

/** The text of an automatic reply. A first text outside of hours gets the greeting and the away reply in one. */
export function automaticText(texts: { greeting: string | null; away: string | null }): string {
  return [texts.greeting, texts.away].filter((text) => text !== null).join('\n\n')
}
