import { REPORT_BOUNDS, dayAfter } from '@partyline/contract'

/** Both days are included. */
export type DayRange = { from: string; to: string }

export const NAMED_PERIODS = [
  'today',
  'yesterday',
  'this-week',
  '7-days',
  '30-days',
  'this-month',
  'last-month',
  '12-months',
] as const
export type NamedPeriod = (typeof NAMED_PERIODS)[number]
export type Period = NamedPeriod | DayRange

const DEFAULT_PERIOD = '30-days'
const DAY_MS = 86_400_000

/** Reads the period from the query of an address. */
export function readPeriod(query: URLSearchParams): Period {
  const named = NAMED_PERIODS.find((name) => name === query.get('period'))
  if (named) return named
  const range = { from: query.get('from') ?? '', to: query.get('to') ?? '' }
  return faultOf(range) === null ? range : DEFAULT_PERIOD
}

/** The query of the address for a period. */
export function writePeriod(period: Period): string {
  if (period === DEFAULT_PERIOD) return ''
  return `?${new URLSearchParams(typeof period === 'string' ? { period } : period).toString()}`
}

/** The error in these days; null if there is none. */
export function faultOf(
  { from, to }: DayRange,
  maxDays: number = REPORT_BOUNDS.days,
): 'from' | 'to' | 'order' | 'tooLong' | null {
  if (!isDay(from)) return 'from'
  if (!isDay(to)) return 'to'
  if (to < from) return 'order'
  return lengthOf({ from, to }) > maxDays ? 'tooLong' : null
}

const lengthOf = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** The days of a period. `today` is the tenant's. */
export function rangeOf(period: Period, today: string): DayRange {
  if (typeof period !== 'string') return period
  const first = `${today.slice(0, 7)}-01`
  const lastMonthEnd = dayAfter(first, -1)
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const ranges: Record<NamedPeriod, DayRange> = {
    today: { from: today, to: today },
    yesterday: { from: dayAfter(today, -1), to: dayAfter(today, -1) },
    'this-week': { from: mondayOf(today), to: today },
    '7-days': { from: dayAfter(today, -6), to: today },
    '30-days': { from: dayAfter(today, -29), to: today },
    'this-month': { from: first, to: today },
    'last-month': { from: `${lastMonthEnd.slice(0, 7)}-01`, to: lastMonthEnd },
    '12-months': { from: dayOf(Date.UTC(year - 1, month - 1, day + 1)), to: today },
  }
  return ranges[period]
}

/** Weeks start on Monday. */
export const mondayOf = (day: string): string => dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7))

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Some browsers parse February 30 as March 1. The year 26 is a typo for 2026, which time zones don't cover. */
export function isDay(text: string): boolean {
  const at = /^2\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN
  return !Number.isNaN(at) && dayOf(at) === text
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
const shortDay = format({ month: 'short', day: 'numeric' })
const weekdayDay = format({ weekday: 'short', month: 'short', day: 'numeric' })
const longDay = format({ month: 'short', day: 'numeric', year: 'numeric' })

/** `Nov 24` */
export const shortDayText = (day: string): string => shortDay.format(new Date(day))

/** `Tue, Nov 24` */
export const weekdayText = (day: string): string => weekdayDay.format(new Date(day))

/** `Nov 1 – 30, 2026`, `Dec 1, 2025 – Nov 30, 2026` */
export function rangeText({ from, to }: DayRange): string {
  return from === to ? longDay.format(new Date(from)) : longDay.formatRange(new Date(from), new Date(to))
}
