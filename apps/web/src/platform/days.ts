const DAY_MS = 86_400_000

/** Days such as `2026-11-19` are counted in UTC, where each has 24 hours. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The first Monday after a day, a week later if it is a Monday. */
export function mondayAfter(day: string): string {
  const weekday = new Date(day).getUTCDay()
  return dayAfter(day, (8 - weekday) % 7 || 7)
}
