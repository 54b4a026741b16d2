/** Numbers stay with their units on one line. */
const NBSP = '\u00A0'

/**
 * A duration in words: `4 min`, `2 h 10 min`, `3 days`. Opening hours are never written as days, because a day of them has no
 * 24 hours.
 */
export function durationText(seconds: number, { inDays = false } = {}): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return `under 1${NBSP}min`
  if (minutes < 60) return `${minutes}${NBSP}min`
  const hours = Math.round(minutes / 60)
  // Percentiles are approximate: from ten hours on, minutes say nothing.
  if (minutes < 600) return hoursAndMinutes(minutes)
  return inDays && hours >= 48 ? `${Math.round(hours / 24)}${NBSP}days` : `${hours}${NBSP}h`
}

/** The same of an approximate duration. */
export function aboutDuration(seconds: number, options: { inDays?: boolean } = {}): string {
  const text = durationText(seconds, options)
  return text.startsWith('under') ? text : `about ${text}`
}

function hoursAndMinutes(minutes: number): string {
  const rest = minutes % 60
  const hours = `${Math.floor(minutes / 60)}${NBSP}h`
  return rest === 0 ? hours : `${hours} ${rest}${NBSP}min`
}
