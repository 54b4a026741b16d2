import type { Report, ReportAnswers, ReportFigures, ReportTable } from '@partyline/contract'

type Cell = string | number | null
type Column = readonly [head: string, cellOf: (figures: ReportFigures) => Cell]

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const FIGURES: readonly Column[] = [
  ['Texts in', ({ textsIn }) => textsIn],
  ['Texts out', ({ textsOut }) => textsOut],
  ['People helped', ({ peopleHelped }) => peopleHelped],
  ...answerColumns('First answers', ({ firstAnswers }) => firstAnswers),
  ...answerColumns('Later answers', ({ laterAnswers }) => laterAnswers),
  ['Not delivered', ({ failed }) => failed],
  ['Opt-outs', ({ optOuts }) => optOuts],
]

function answerColumns(name: string, answersOf: (figures: ReportFigures) => ReportAnswers): Column[] {
  const column = (head: string, cellOf: (answers: ReportAnswers) => Cell): Column => [
    `${name}${head}`,
    (figures) => cellOf(answersOf(figures)),
  ]
  return [
    column('', ({ count }) => count),
    column(', median in opening hours (min)', ({ open }) => minutes(open.median)),
    column(', 90th percentile in opening hours (min)', ({ open }) => minutes(open.p90)),
    column(', median (min)', ({ clock }) => minutes(clock.median)),
    column(', 90th percentile (min)', ({ clock }) => minutes(clock.p90)),
    column(' within the goal (%)', ({ withinGoal }) => withinGoal && Math.round(withinGoal * 1_000) / 10),
  ]
}

const minutes = (seconds: number | null) => seconds && Math.round(seconds / 6) / 10

/** A table of a report, with its head. */
export function tableRows(report: Report, table: ReportTable): string[][] {
  return TABLES[table](report).map((row) => row.map((cell) => String(cell ?? '')))
}

const TABLES: Record<ReportTable, (report: Report) => Cell[][]> = {
  days: ({ days }) => figureRows('Day', days, ({ day }) => day),
  lines: ({ lines }) => figureRows('Line', lines, ({ name }) => name),
  people: ({ people }) => figureRows('Person', people, ({ name }) => name),
  tags: ({ tags }) => figureRows('Tag', tags, ({ tag }) => tag),
  hours: ({ hours }) => [
    ['Weekday', ...Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)],
    ...hours.map((counts, day) => [WEEKDAYS[day] ?? '', ...counts]),
  ],
  failures: ({ failures }) => [
    ['Twilio’s error', 'What it means', 'Texts'],
    ...failures.map(({ code, text, count }) => [code, text, count]),
  ],
}

function figureRows<Row extends ReportFigures>(head: string, rows: readonly Row[], nameOf: (row: Row) => string) {
  return [
    [head, ...FIGURES.map(([name]) => name)],
    ...rows.map((row) => [nameOf(row), ...FIGURES.map(([, cellOf]) => cellOf(row))]),
  ]
}
