const UNITS = ['B', 'KB', 'MB', 'GB']
const words = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** The size for people, in powers of 1,000 as shops and phones count: `1.2 MB`. */
export function fileSizeOf(bytes: number): string {
  let size = bytes
  let unit = 0
  // A value that would round to 1,000 belongs to the next unit.
  while (size >= 999.95 && unit < UNITS.length - 1) {
    size /= 1000
    unit += 1
  }
  return `${words.format(size)} ${UNITS[unit]}`
}
