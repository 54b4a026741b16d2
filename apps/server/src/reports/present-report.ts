import { dayAfter, daysFrom } from '@partyline/contract'
import type { Report, ReportAnswers, ReportFigures } from '@partyline/contract'
import { addCounts, noCounts } from './counts.ts'
import type { AnswerCounts, Counts } from './counts.ts'
import { countWithin, percentile, total } from './histogram.ts'
import type { Histogram } from './histogram.ts'
import { countPeople } from './people-sketch.ts'
import type { Counted } from './reports-store.ts'

const WEEKDAYS = 7
const HOURS = 24

export type Goal = { goalMinutes: number | null }

export function sumOf(rows: readonly Counted[]): Counts {
  const sum = noCounts()
  for (const { counts } of rows) addCounts(sum, counts)
  return sum
}

/** The sum of each subject. */
export function sumsBySubject(rows: readonly Counted[]): Map<string, Counts> {
  const sums = new Map<string, Counts>()
  for (const { subject, counts } of rows) {
    const sum = sums.get(subject) ?? noCounts()
    addCounts(sum, counts)
    sums.set(subject, sum)
  }
  return sums
}

export function figuresOf(
  counts: Counts,
  { goalMinutes }: Goal,
  { hasTextsIn, hasOptOuts }: { hasTextsIn: boolean; hasOptOuts: boolean },
): ReportFigures {
  return {
    textsIn: hasTextsIn ? counts.textsIn : null,
    textsOut: counts.textsOut,
    peopleHelped: countPeople(counts.people),
    firstAnswers: answersOf(counts.first, goalMinutes),
    laterAnswers: answersOf(counts.later, goalMinutes),
    failed: total(counts.failed),
    optOuts: hasOptOuts ? counts.optOuts : null,
  }
}

function answersOf({ clock, open }: AnswerCounts, goalMinutes: number | null): ReportAnswers {
  const count = total(clock)
  return {
    count,
    clock: durationsOf(clock),
    open: durationsOf(open),
    withinGoal: goalMinutes === null || count === 0 ? null : countWithin(open, goalMinutes * 60) / count,
  }
}

const durationsOf = (histogram: Histogram) => ({
  median: percentile(histogram, 0.5),
  p90: percentile(histogram, 0.9),
})

/** The counts of every day of the period, including days without texts. */
export function countsByDay(rows: readonly Counted[], { from, to }: { from: string; to: string }): Map<string, Counts> {
  const counted = new Map(rows.map(({ day, counts }) => [day, counts]))
  return new Map(daysFrom(from, to).map((day) => [day, counted.get(day) ?? noCounts()]))
}

/** Texts by weekday, Monday first, and hour. */
export function hoursOf(rows: readonly Counted[]): Report['hours'] {
  const week = Array.from({ length: WEEKDAYS }, () => Array.from({ length: HOURS }, () => 0))
  for (const { day, counts } of rows) {
    const hours = week[(new Date(day).getUTCDay() + WEEKDAYS - 1) % WEEKDAYS]
    for (const [hour, count] of Object.entries(counts.hours))
      if (hours) hours[Number(hour)] = (hours[Number(hour)] ?? 0) + count
  }
  return week
}

/** As many days before a period. */
export function periodBefore({ from, to }: { from: string; to: string }): { from: string; to: string } {
  return { from: dayAfter(from, -daysFrom(from, to).length), to: dayAfter(from, -1) }
}
