import { TwilioError } from '../twilio-error.ts'

const DAY = 24 * 60 * 60 * 1000

/**
 * Parses `DateSent`, `DateSent<`, and `DateSent>` (or `DateCreated`…): each is a day (GMT) or a time.
 * `<` and `>` include their own value: clients spell them `DateSent>=…`, which arrives as `DateSent>` = `…`.
 */
export function dateFilter(query: Readonly<Record<string, string>>, name: string): (time: number) => boolean {
  const on = span(query[name], name)
  const until = span(query[`${name}<`], `${name}<`)
  const since = span(query[`${name}>`], `${name}>`)
  return (time) =>
    (!on || (time >= on.begin && time < on.begin + DAY)) &&
    (!until || time < until.end) &&
    (!since || time >= since.begin)
}

/** The range of a day or a second, in milliseconds; the end is exclusive. */
function span(written: string | undefined, name: string) {
  if (written === undefined || written === '') return null
  const begin = Date.parse(written)
  if (Number.isNaN(begin)) throw new TwilioError(20001, `Parameter '${name}' is not a valid date: ${written}`)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(written)
  return { begin, end: begin + (isDay ? DAY : 1000) }
}
