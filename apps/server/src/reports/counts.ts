import { addSketch } from './people-sketch.ts'
import type { PeopleSketch } from './people-sketch.ts'
import type { Histogram } from './histogram.ts'

/** Answers: how long they took by the clock, and while the line was open, in seconds. */
export type AnswerCounts = { clock: Histogram; open: Histogram }

/** The counts of one or more days. Stored in `report_counts`; absent ones are zero. */
export type Counts = {
  textsIn: number
  textsOut: number
  people: PeopleSketch
  first: AnswerCounts
  later: AnswerCounts
  /** Texts by the hour of the day: of a person, those out; otherwise those in. */
  hours: Record<number, number>
  /** Texts that did not reach a phone, by Twilio's error code; 0 if there is none. */
  failed: Record<number, number>
  optOuts: number
}

export function noCounts(): Counts {
  return {
    textsIn: 0,
    textsOut: 0,
    people: {},
    first: { clock: {}, open: {} },
    later: { clock: {}, open: {} },
    hours: {},
    failed: {},
    optOuts: 0,
  }
}

/** Adds counts of another day to the sum. */
export function addCounts(sum: Counts, other: Counts): void {
  sum.textsIn += other.textsIn
  sum.textsOut += other.textsOut
  sum.optOuts += other.optOuts
  addSketch(sum.people, other.people)
  for (const kind of ['first', 'later'] as const) {
    addNumbers(sum[kind].clock, other[kind].clock)
    addNumbers(sum[kind].open, other[kind].open)
  }
  addNumbers(sum.hours, other.hours)
  addNumbers(sum.failed, other.failed)
}

export function addOne(numbers: Record<number, number>, key: number, count = 1): void {
  numbers[key] = (numbers[key] ?? 0) + count
}

function addNumbers(sum: Record<number, number>, other: Record<number, number>): void {
  for (const [key, count] of Object.entries(other)) addOne(sum, Number(key), count)
}
