/** The days of a week, in the order of ISO 8601. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof WEEKDAYS)[number]

const DAY_MS = 24 * 3_600_000

/** Monday is day 4 of 1970. */
export function weekdayOf(date: string): Weekday {
  const days = Date.parse(date) / DAY_MS
  return WEEKDAYS[(((days + 3) % 7) + 7) % 7] ?? 'monday'
}
