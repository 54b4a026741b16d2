/** Shades of the heat map, without the one for nothing. */
export const SHADES = 4

/** The shade of an hour: 0 if there were no texts, up to {@link SHADES} for the busiest. */
export function shadeOf(count: number, max: number): number {
  return count === 0 ? 0 : Math.ceil((count / max) * SHADES)
}

/** The hour of the week with the most texts, the first of several; null if there were none. */
export function busiestOf(
  hours: readonly (readonly number[])[],
): { weekday: number; hour: number; count: number } | null {
  const max = Math.max(0, ...hours.flat())
  if (max === 0) return null
  const weekday = hours.findIndex((counts) => counts.includes(max))
  return { weekday, hour: hours[weekday]?.indexOf(max) ?? 0, count: max }
}
