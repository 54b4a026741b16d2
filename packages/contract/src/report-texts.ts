// Without schemas, so that the web app can load it without them.

/** The goals for answers to choose from, in minutes. */
export const ANSWER_GOALS = [5, 10, 15, 30, 60, 120, 240, 480, 1440] as const

export const REPORT_BOUNDS = {
  /** Days in a period. */
  days: 366,
  /** To which chats that wait are counted. */
  unanswered: 200,
} as const

export const REPORT_TEXTS = {
  day: 'Choose a day, such as 2026-11-30.',
  order: 'The last day is before the first day. Choose a later one.',
  tooLong: `A report covers at most ${REPORT_BOUNDS.days} days. Choose a shorter period.`,
} as const

/** The tables of a report. */
export const REPORT_TABLES = {
  days: 'By day',
  lines: 'By line',
  people: 'By person',
  tags: 'By tag',
  hours: 'By hour',
  failures: 'Not delivered',
} as const
