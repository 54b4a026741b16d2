import type { Report } from '@partyline/contract'
import { mondayOf } from './period.ts'

/** A day or a week of the plot. */
export type Column = { from: string; to: string; textsIn: number | null; textsOut: number }

/** The days of a report as columns, or the weeks from Monday to Sunday; the first and the last may have fewer days. */
export function columnsOf(days: Report['days'], { byWeek }: { byWeek: boolean }): Column[] {
  const columns: Column[] = []
  for (const { day, textsIn, textsOut } of days) {
    const last = columns.at(-1)
    if (byWeek && last && mondayOf(last.from) === mondayOf(day)) {
      last.to = day
      last.textsIn = textsIn === null ? null : (last.textsIn ?? 0) + textsIn
      last.textsOut += textsOut
    } else columns.push({ from: day, to: day, textsIn, textsOut })
  }
  return columns
}

/** How many lines the plot has at most above its ground. */
const MAX_LINES = 4

/** Round values for the lines of a plot, from 0 to at least the highest column. */
export function linesOf(max: number): number[] {
  const step = roundedUp(Math.max(max, 1) / MAX_LINES)
  return Array.from({ length: Math.ceil(Math.max(max, 1) / step) + 1 }, (_, at) => at * step)
}

/** 1, 2, or 5 with zeros, because half a text can't be sent. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return power * ([1, 2, 5].find((factor) => factor * power >= value) ?? 10)
}
