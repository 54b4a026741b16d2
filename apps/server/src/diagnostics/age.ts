const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long something is ago, in one unit: `3 hours`. */
export function ageOf(since: Date, now: Date): string {
  const ms = now.getTime() - since.getTime()
  for (const [unit, length] of UNITS) {
    const count = Math.floor(ms / length)
    if (count > 0) return count === 1 ? `one ${unit}` : `${count} ${unit}s`
  }
  return 'less than a minute'
}
