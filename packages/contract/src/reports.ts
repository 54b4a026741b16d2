import { defineCalls } from './call.ts'
import { timeZone } from './fields.ts'
import { chatId, instant, numberId, userId } from './ids.ts'
import { ANSWER_GOALS, REPORT_BOUNDS, REPORT_TABLES, REPORT_TEXTS } from './report-texts.ts'
import { seenOf } from './seen.ts'
import { z } from './z.ts'

const day = z.iso.date({ error: REPORT_TEXTS.day })

/** Answer times in seconds. Percentiles are approximate: off by at most 5 % or ten seconds. Null: there are no answers. */
const durations = z.object({ median: z.number().nullable(), p90: z.number().nullable() })

/** Answers to texts that waited: docs/product.md#reports */
const answers = z.object({
  count: z.number().int(),
  /** By the clock. */
  clock: durations,
  /** While the line was open. */
  open: durations,
  /** The share of answers given within the goal while the line was open, from 0 to 1. Null: there is no goal, or no answer. */
  withinGoal: z.number().nullable(),
})
export type ReportAnswers = z.infer<typeof answers>

export const reportFigures = z.object({
  /** Null for a person: a text is for the team. */
  textsIn: z.number().int().nullable(),
  textsOut: z.number().int(),
  /** People who were sent a text; approximate if they are many. */
  peopleHelped: z.number().int(),
  /** To the first text of a conversation, which starts with the chat, or after it was done. */
  firstAnswers: answers,
  laterAnswers: answers,
  /** Texts that did not reach a phone, once for each phone. */
  failed: z.number().int(),
  /** Null for a person and for a tag. */
  optOuts: z.number().int().nullable(),
})
export type ReportFigures = z.infer<typeof reportFigures>

const reportSettings = z.object({
  /** The time zone of the days. */
  timeZone,
  /** Within how many minutes of opening hours a text should be answered. Null: there is no goal. */
  goalMinutes: z.union(ANSWER_GOALS.map((minutes) => z.literal(minutes))).nullable(),
})
export type ReportSettings = z.infer<typeof reportSettings>

const unansweredChat = z.object({ id: chatId, name: z.string(), since: instant })

export const report = z.object({
  settings: reportSettings,
  from: day,
  to: day,
  /** As many days before. */
  before: z.object({ from: day, to: day }),
  /** When today was last counted. Null: it was not, or is not in the period. */
  countedAt: instant.nullable(),
  /** How many days of the period and the one before it are still being counted. */
  daysMissing: z.number().int(),
  total: reportFigures,
  totalBefore: reportFigures,
  days: z.array(reportFigures.extend({ day })),
  /** Texts in (for a person: texts out) by weekday, Monday first, and hour of the day. */
  hours: z.array(z.array(z.number().int())),
  /** Most frequent first. `code`: Twilio's; null if there is none. */
  failures: z.array(z.object({ code: z.number().int().nullable(), text: z.string(), count: z.number().int() })),
  /** Empty in a person's own report; so are the next two. */
  lines: z.array(reportFigures.extend({ id: numberId, name: z.string() })),
  people: z.array(reportFigures.extend({ id: userId, name: z.string() })),
  tags: z.array(reportFigures.extend({ tag: z.string() })),
  /** Chats that wait for an answer now, longest first, at most {@link REPORT_BOUNDS}.unanswered. Null in a person's own report. */
  unanswered: z.array(unansweredChat).nullable(),
})
export type Report = z.infer<typeof report>
export type UnansweredChat = z.infer<typeof unansweredChat>

const period = z
  .strictObject({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { error: REPORT_TEXTS.order, path: ['to'] })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < REPORT_BOUNDS.days * 86_400_000, {
    error: REPORT_TEXTS.tooLong,
    path: ['from'],
  })

export const reportCalls = defineCalls({
  'reports.get': {
    summary:
      'The figures of a period and of the one before it: the organization’s for Admins, and their own for others',
    details:
      'Days are counted in the background, and today again with a request that comes a minute later. Automatic replies, notes, and texts that were not sent do not count.',
    query: period,
    reply: report,
  },
  'reports.csv': {
    summary: 'A table of a report as CSV for spreadsheets',
    details:
      'The name of the file ends with the time zone of days. Durations are in minutes. Cells that look like formulas start with an apostrophe.',
    query: period.safeExtend({ table: z.enum(Object.keys(REPORT_TABLES) as [ReportTable, ...ReportTable[]]) }),
    reply: z.object({ fileName: z.string(), csv: z.string() }),
  },
  'reports.update': {
    summary: 'The goal for answers, and the time zone of days',
    details: 'Another time zone counts all days again.',
    body: z.strictObject({ ...reportSettings.partial().shape, seen: seenOf(['timeZone', 'goalMinutes']) }),
    reply: reportSettings,
  },
})

export type ReportTable = keyof typeof REPORT_TABLES
