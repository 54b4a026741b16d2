import type { Spread } from './statistics.ts'

/** Formats a value with three significant digits: 229k, 1.57M, 4.31, 12.4. */
export function figure(value: number): string {
  if (value >= 999_500) return `${digits(value / 1_000_000)}M`
  if (value >= 9_995) return `${digits(value / 1_000)}k`
  return digits(value)
}

export function figureWithRange({ median, lowest, highest }: Spread): string {
  return `${figure(median)} (${figure(lowest)} to ${figure(highest)})`
}

function digits(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  return value.toFixed(size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2)
}
