import { cityOf } from '../platform/city-of.ts'
import type { FigureName } from './figures.ts'
import { written } from './numbers.ts'
import type { NamedPeriod } from './period.ts'

const textsOf = (count: number) => (count === 1 ? '1 text' : `${written(count)} texts`)

/** The texts of the page with reports. */
export const PAGE_TEXTS = {
  title: 'Reports',
  own: 'Your figures',
  back: 'Back to chats',
  loading: 'Loading the report',
  loadingOther: 'Loading…',
  failedTitle: 'The report couldn’t be loaded',
  retry: 'Try again',
  shown: (range: string) => `Report of ${range}`,
  comparedWith: (range: string) => `Compared with ${range}`,
  zone: (zone: string) => `Days and hours in ${zone === 'UTC' ? zone : `${cityOf(zone)} time`}`,
  countedAt: (time: string) => `Counted at ${time}`,
  missing: (days: number) =>
    days === 1
      ? '1 day is still being counted. The figures will grow.'
      : `${written(days)} days are still being counted. The figures will grow.`,
  refreshFailed: 'The latest figures couldn’t be loaded. These are from before.',
  emptyTitle: 'Nothing to report yet',
  emptyText:
    'Once texts come in or go out, you’ll see how many there are, how fast they’re answered, and when they come. Figures are a minute old at most.',
  emptyOwnText: 'Once you send texts, you’ll see how many, and how fast you answer. Figures are a minute old at most.',
  emptyPeriodTitle: 'No texts in this period',
  emptyPeriodText: 'Choose another period, or a longer one.',
  show30: 'Show the last 30 days',
  settings: 'Report settings',
} as const

export const PERIOD_TEXTS = {
  label: 'Period',
  names: {
    today: 'Today',
    yesterday: 'Yesterday',
    'this-week': 'This week',
    '7-days': 'Last 7 days',
    '30-days': 'Last 30 days',
    'this-month': 'This month',
    'last-month': 'Last month',
    '12-months': 'Last 12 months',
  } satisfies Record<NamedPeriod, string>,
  custom: 'Custom range',
  from: 'From',
  to: 'To',
  apply: 'Show',
} as const

export const DELTA_TEXTS = {
  same: 'Same as before',
  aboutSame: 'About the same as before',
  noneBefore: 'none before',
  noneNow: 'none now',
  noAnswersBefore: 'No answers before',
  more: (change: string) => `${change} more`,
  fewer: (change: string) => `${change} fewer`,
  times: (times: string) => `${times} times as many`,
  faster: 'faster',
  slower: 'slower',
  underMinute: (words: string) => `Under 1 min ${words}`,
  better: 'better',
  worse: 'worse',
  points: (points: number) => (points === 1 ? 'point' : 'points'),
} as const

export const TILE_TEXTS = {
  speed: 'How fast you answer',
  amounts: 'How many',
  firstAnswer: 'First answer',
  laterAnswer: 'Later answers',
  inOpeningHours: 'in opening hours',
  none: 'None',
  noAnswers: 'No answers in this period',
  mostWithin: (duration: string) => `Half are faster, 9 of 10 within ${duration}`,
  byTheClock: (median: string, p90: string) => `By the clock: ${median}, 9 of 10 within ${p90}`,
  goal: 'Within goal',
  firstGoal: 'Of first answers',
  bothGoals: (later: string) => `Of first answers; of later ones ${later}`,
  noGoal: 'No goal yet',
  setGoal: 'Set a goal',
  unanswered: 'Unanswered now',
  readOrUnread: 'read or unread',
  since: (time: string) => `The first since ${time}`,
  atMost: (count: number) => `${written(count)} or more`,
  allAnswered: 'Everyone has an answer.',
  showChats: 'Show these chats',
  textsIn: 'Texts in',
  textsOut: 'Texts out',
  peopleHelped: 'People helped',
  failed: 'Not delivered',
  optOuts: 'Opt-outs',
} as const

export const UNANSWERED_TEXTS = {
  title: TILE_TEXTS.unanswered,
  since: (time: string) => `Since ${time}`,
  only: (count: number) => `Only ${written(count)} are shown.`,
  close: 'Close',
} as const

export const FIGURE_TITLES: Record<FigureName, string> = {
  textsIn: 'Texts in',
  textsOut: 'Texts out',
  peopleHelped: 'People helped',
  firstAnswer: 'First answer',
  laterAnswer: 'Later answers',
  withinGoal: 'All answers within goal',
  failed: 'Not delivered',
  optOuts: 'Opt-outs',
}

export const TABLE_TEXTS = {
  names: { days: 'Day', lines: 'Line', people: 'Person', tags: 'Tag' },
  hour: 'Hour',
  weekday: 'Weekday',
  figure: 'Figure',
  none: '–',
  noValue: 'None',
  showAll: (count: number) => `Show all ${written(count)}`,
  showFewer: 'Show fewer',
  of: (action: string, table: string) => `${action}: ${table}`,
  showTable: 'Show table',
  showPlot: 'Show chart',
  in: 'In',
  out: 'Out',
  column: (when: string, amounts: string) => `${when}: ${amounts}`,
  week: (range: string) => `Week of ${range}`,
  amountIn: (count: number) => `${written(count)} in`,
  amountOut: (count: number) => `${written(count)} out`,
  scrolledDays: 'Figures of each day',
  perDay: 'Texts per day',
  perWeek: 'Texts per week',
  byHour: 'When people text you',
  ownByHour: 'When you text',
  busiest: (weekday: string, from: string, to: string, count: number) =>
    `Busiest on ${weekday} from ${from} to ${to}: ${textsOf(count)}`,
  noHours: 'No texts in this period.',
  peopleAbout: 'Answers count for the person who wrote them. Answer times are medians, in opening hours.',
  linesAbout: 'Answer times are medians, in opening hours.',
  tagsAbout: 'By the tags of the contact on the day it was counted.',
  noRows: {
    lines: 'No line was texted in this period.',
    people: 'No one wrote a text in this period.',
    tags: 'No contact with a tag texted in this period.',
  },
  failuresAbout: 'Texts that didn’t reach a phone, the most frequent reason first.',
  noFailures: 'Every text reached its phone, as far as we know.',
  reason: 'What happened, and what to do',
  code: 'Code',
  count: 'Texts',
  morning: 'AM',
  afternoon: 'PM',
} as const

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export const CSV_TEXTS = {
  download: 'Download CSV',
  downloadOf: (table: string) => `Download CSV: ${table}`,
  done: 'CSV downloaded',
  failed: 'The CSV couldn’t be downloaded',
} as const

export const SETTINGS_TEXTS = {
  title: 'Report settings',
  goal: 'Goal for answers',
  goalHint: 'How soon a text should be answered. Only the minutes in which the line is open count.',
  noGoal: 'No goal',
  goalOf: (goal: string) => `Within ${goal}`,
  timeZone: 'Days are those of this time zone.',
  recount: 'All days will be counted again in the new time zone. That can take a few minutes.',
  save: 'Save',
  saving: 'Saving…',
} as const
