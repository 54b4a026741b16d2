import { isolated } from '../../platform/isolated.ts'

/** The texts of sending later. */
export const SEND_LATER_TEXTS = {
  inAnHour: 'In 1 hour',
  tomorrow: 'Tomorrow at 9:00 AM',
  monday: 'Monday at 9:00 AM',
  /** On Mondays. */
  nextMonday: 'Next Monday at 9:00 AM',
  opening: 'When the line opens',
  custom: 'Pick a date and time…',

  title: 'Send later',
  save: 'Save',
  zone: 'Time zone',
  yourTime: (city: string) => `Your time (${city})`,
  contactTime: (names: readonly string[], city: string) => `${owner(names)} time (${city})`,
  cancelOnReply: 'Cancel if someone replies first',

  noDate: 'Choose a date.',
  noTime: 'Choose a time.',
  /** Times are those on the clocks of the city. */
  chosen: (city: string, time: string) => `${city}: ${time}`,
  skipped: (city: string, wanted: string, instead: string) =>
    `The clocks in ${city} go forward, so ${wanted} doesn’t exist on this day. Your message will be sent at ${instead}.`,
  repeated: (city: string, wanted: string) =>
    `The clocks in ${city} go back, so ${wanted} occurs twice on this day. Your message will be sent the first time.`,
} as const

/** `Ana’s`, `Ana and Luis’s`, or `Ana and 2 others’`. */
function owner([first = '', second = '', ...more]: readonly string[]): string {
  if (second === '') return `${isolated(first)}’s`
  if (more.length === 0) return `${isolated(first)} and ${isolated(second)}’s`
  return `${isolated(first)} and ${more.length + 1} others’`
}
