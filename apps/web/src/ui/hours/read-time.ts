/** `8`, `830`, `8:30`, `8.30`, `8h30`, `8 pm`, `8:30 p.m.` */
const TIME = /^(\d{1,2})(?:\s*[:.h ]?\s*(\d{2}))?\s*h?\s*(?:([ap])\.?\s*m?\.?)?$/
const WORDS: Record<string, string> = { noon: '12:00', midday: '12:00', midnight: '00:00' }

/** Reads a time of day in any usual spelling as `08:30`, or null. Midnight is `00:00`. */
function readTime(written: string): string | null {
  const text = written.trim().toLowerCase()
  const [, hours, minutes = '00', half] = TIME.exec(text) ?? []
  if (hours === undefined) return WORDS[text] ?? null
  const hour = Number(hours)
  if (Number(minutes) > 59 || hour > 24 || (half && (hour === 0 || hour > 12))) return null
  if (hour === 24) return minutes === '00' ? '00:00' : null
  const inDay = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour
  return `${String(inDay).padStart(2, '0')}:${minutes}`
}

/** The start of an interval. Unreadable input stays as it is: saving reports the error. */
export const readStart = (written: string) => readTime(written) ?? written

/** The end of an interval. Midnight ends the day, and `5` after 8:00 AM is 5:00 PM. */
export function readEnd(written: string, from: string): string {
  const end = readTime(written)
  if (end === null) return written
  if (end === '00:00') return '24:00'
  const later = `${Number(end.slice(0, 2)) + 12}${end.slice(2)}`
  const isBare = /^\s*[1-9]\s*$/.test(written) || /^\s*1[01]\s*$/.test(written)
  return isBare && end <= from && from < later ? later : end
}
