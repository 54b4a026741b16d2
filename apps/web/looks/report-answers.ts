import type { CallQuery, EnvelopeCallName, Report, ReportFigures, UserId } from '@partyline/contract'
import { REPORT_TABLES, wallClock } from '@partyline/contract'
import type { Answer } from './answer.ts'
import type { Clinic } from './clinic.ts'
import type { ReportSample } from './report-sample.ts'

const DAY_MS = 86_400_000

/** The calls of reports. */
export const REPORT_ANSWERS: { [Name in EnvelopeCallName]?: Answer<Name> } = {
  'reports.get': (clinic, { query }) => reportOf(clinic, query),
  'reports.csv': (_, { query: { table, from, to } }) => ({
    fileName: `${table}-${from}-${to}.csv`,
    csv: `${REPORT_TABLES[table]}\r\n`,
  }),
  'reports.update': ({ report }, { body: { goalMinutes, timeZone } }) =>
    Object.assign(report.settings, { goalMinutes, timeZone }),
}

function reportOf(clinic: Clinic, { from, to }: CallQuery<'reports.get'>): Report {
  const { report: sample, me, users, lines } = clinic
  const isOwn = me.role !== 'Admin'
  const days = daysFrom(from, to)
  const before = { from: dayAfter(from, -days.length), to: dayAfter(from, -1) }
  const figuresOf = (share: number, key: string, of = days) => figures(sample, { of, share, key, isOwn })
  const share = isOwn ? 0.4 : 1
  const total = figuresOf(share, '')
  const rows = <Name>(names: readonly Name[], prefix: string) =>
    total.textsOut === 0
      ? []
      : names.map((name, at) => ({ name, figures: figuresOf(1 / (at + 1.6), `${prefix}${at}`) }))
  const people = sample.people ?? users.map(({ name }) => name)
  const isTodayIn = to >= wallClock(sample.settings.timeZone, new Date()).date
  return {
    settings: sample.settings,
    from,
    to,
    before,
    countedAt: isTodayIn ? new Date().toISOString() : null,
    daysMissing: sample.daysMissing,
    total,
    totalBefore: figuresOf(share * 0.88, 'before', daysFrom(before.from, before.to)),
    days: days.map((day) => ({ day, ...figuresOf(share, '', [day]) })),
    hours: hoursOf(isOwn ? total.textsOut : (total.textsIn ?? 0)),
    failures: total.failed === 0 ? [] : sample.failures,
    lines: isOwn
      ? []
      : rows(lines, 'line').map(({ name: line, figures: of }) => ({ id: line.id, name: line.name, ...of })),
    people: isOwn
      ? []
      : rows(people, 'person').map(({ name, figures: of }, at) => ({
          id: `0000000a-0000-4000-8000-${String(at + 700).padStart(12, '0')}` as UserId,
          name,
          ...of,
          textsIn: null,
          optOuts: null,
        })),
    tags: isOwn ? [] : rows(sample.tags, 'tag').map(({ name, figures: of }) => ({ tag: name, ...of, optOuts: null })),
    unanswered: isOwn ? null : sample.unanswered,
  }
}

type Wanted = { of: readonly string[]; share: number; key: string; isOwn: boolean }

function figures(sample: ReportSample, { of, share, key, isOwn }: Wanted): ReportFigures {
  const each = of.map((day) =>
    Math.round(sample.textsPerDay * share * weekdayFactor(day) * (0.7 + 0.6 * chance(day + key))),
  )
  const textsIn = sum(each)
  const textsOut = sum(each.map((count, at) => Math.round(count * (0.8 + 0.3 * chance(`${of[at]}${key}out`)))))
  const isGoalSet = sample.settings.goalMinutes !== null
  const answersOf = (which: 'first' | 'later', median: number, rate: number) => {
    const isNone = textsOut === 0
    const seconds = sample.medians?.[which] ?? median * (0.6 + 0.9 * chance(`${of[0]}${key}`))
    const durations = (factor: number) => ({
      median: isNone ? null : seconds * factor,
      p90: isNone ? null : seconds * 5.2 * factor,
    })
    return {
      count: Math.round(textsOut * rate),
      open: durations(1),
      clock: durations(sample.clockFactor),
      withinGoal: isNone || !isGoalSet ? null : 0.7 + 0.28 * chance(`${of[0]}${key}goal`),
    }
  }
  return {
    textsIn: isOwn ? null : textsIn,
    textsOut,
    peopleHelped: Math.round(textsOut * 0.34),
    firstAnswers: answersOf('first', 640, 0.25),
    laterAnswers: answersOf('later', 300, 0.4),
    failed: Math.round(textsOut * 0.021),
    optOuts: isOwn ? null : Math.round(textsIn * 0.004),
  }
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)

/** The same number from 0 to 1 for the same word. */
function chance(word: string): number {
  let hash = 2_166_136_261
  for (const letter of word) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519)
  return ((hash ^ (hash >>> 13)) >>> 0) / 4_294_967_296
}

const WEEKDAYS = [0.05, 1.25, 1, 0.95, 0.9, 0.8, 0.15]
const weekdayFactor = (day: string) => WEEKDAYS[new Date(day).getUTCDay()] ?? 0

function hoursOf(total: number): number[][] {
  const ofDay = (weekday: number) =>
    Array.from({ length: 24 }, (_, hour) => {
      const isDay = hour >= 7 && hour < 20
      const morning = Math.exp(-((hour - 9.5) ** 2) / 6) + 0.7 * Math.exp(-((hour - 15.5) ** 2) / 8)
      const share = (WEEKDAYS[(weekday + 1) % 7] ?? 0) / 5.1
      return Math.round(total * share * (isDay ? morning / 6.2 : 0.001) * (0.8 + 0.4 * chance(`${weekday} ${hour}`)))
    })
  return Array.from({ length: 7 }, (_, weekday) => ofDay(weekday))
}

const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

function daysFrom(from: string, to: string): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return Array.from({ length: count }, (_, at) => dayAfter(from, at))
}
