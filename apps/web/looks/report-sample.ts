import type { Report, ReportSettings } from '@partyline/contract'

/** The input for the figures of a clinic. */
export type ReportSample = {
  settings: ReportSettings
  /** Inbound texts on an ordinary weekday. */
  textsPerDay: number
  /** Median times to answer in opening hours, in seconds. Null: different ones for each row. */
  medians: { first: number; later: number } | null
  /** By the clock, answers take as much longer as in opening hours. */
  clockFactor: number
  /** Instead of the clinic's users. */
  people: string[] | null
  tags: string[]
  failures: Report['failures']
  unanswered: NonNullable<Report['unanswered']>
  daysMissing: number
}

export const SAMPLE_REPORT: ReportSample = {
  settings: { timeZone: 'America/New_York', goalMinutes: 15 },
  textsPerDay: 0,
  medians: null,
  clockFactor: 9,
  people: null,
  tags: [],
  failures: [],
  unanswered: [],
  daysMissing: 0,
}
