/** Numbers stay with their units on one line. */
const NBSP = '\u00A0'

/**
 * A duration in words: `4 min`, `5.4 min`, `2 h 10 min`, `3 days`. Opening hours are never written as days, because a day of them has no
 * 24 hours.
 */
export function durationText(seconds: number, { inDays = false } = {}): string {
  // With tenths, nothing that misses a short goal looks as if it met it.
  const tenths = Math.round(seconds / 6)
  if (tenths < 10) return `under 1${NBSP}min`
  if (tenths < 100) return `${tenths / 10}${NBSP}min`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes}${NBSP}min`
  const hours = Math.round(minutes / 60)
  // Percentiles are approximate: from ten hours on, minutes are meaningless.
  if (minutes < 600) return hoursAndMinutes(minutes)
  return inDays && hours >= 48 ? `${Math.round(hours / 24)}${NBSP}days` : `${hours}${NBSP}h`
}

/** The same of an approximate duration. */
export function aboutDuration(seconds: number, options: { inDays?: boolean } = {}): string {
  const text = durationText(seconds, options)
  return text.startsWith('under') ? text : `about ${text}`
}

/** The same after `within`, which already implies `under`. */
export const asLimit = (text: string): string => text.replace(/^under /, '')

function hoursAndMinutes(minutes: number): string {
  const rest = minutes % 60
  const hours = `${Math.floor(minutes / 60)}${NBSP}h`
  return rest === 0 ? hours : `${hours} ${rest}${NBSP}min`
}
