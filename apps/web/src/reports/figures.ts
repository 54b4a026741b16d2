import type { ReportFigures } from '@partyline/contract'
import { durationText } from './durations.ts'
import { percentText, written } from './numbers.ts'

type Figure = {
  /** Null: it has no value. */
  valueOf: (figures: ReportFigures) => number | null
  textOf: (value: number) => string
  /** Whether a bar shows it, too. */
  hasBar?: boolean
}

/** The columns of the tables, in their order. */
const FIGURES = {
  textsIn: { valueOf: ({ textsIn }) => textsIn, textOf: written, hasBar: true },
  textsOut: { valueOf: ({ textsOut }) => textsOut, textOf: written, hasBar: true },
  peopleHelped: { valueOf: ({ peopleHelped }) => peopleHelped, textOf: written },
  firstAnswer: { valueOf: ({ firstAnswers }) => firstAnswers.open.median, textOf: (seconds) => durationText(seconds) },
  laterAnswer: { valueOf: ({ laterAnswers }) => laterAnswers.open.median, textOf: (seconds) => durationText(seconds) },
  withinGoal: { valueOf: shareWithinGoal, textOf: percentText },
  failed: { valueOf: ({ failed }) => failed, textOf: written },
  optOuts: { valueOf: ({ optOuts }) => optOuts, textOf: written },
} as const satisfies Record<string, Figure>
export type FigureName = keyof typeof FIGURES
export const figureOf = (name: FigureName): Figure => FIGURES[name]

/** The share of all answers, first and later ones. */
function shareWithinGoal({ firstAnswers, laterAnswers }: ReportFigures): number | null {
  const answers = [firstAnswers, laterAnswers].flatMap(({ count, withinGoal }) =>
    withinGoal === null ? [] : [{ count, within: count * withinGoal }],
  )
  const count = answers.reduce((sum, of) => sum + of.count, 0)
  return count === 0 ? null : answers.reduce((sum, { within }) => sum + within, 0) / count
}

const NAMES = Object.keys(FIGURES) as FigureName[]

/** The figures that any of the rows has. */
export function namesIn(rows: readonly ReportFigures[]): FigureName[] {
  return NAMES.filter((name) => rows.some((row) => figureOf(name).valueOf(row) !== null))
}

export type Sort = { by: FigureName | 'name'; descending: boolean }

/** The rows in order of a figure, or as they came for `name`. Without a value, a row is last. */
export function sorted<Row extends { figures: ReportFigures }>(rows: readonly Row[], { by, descending }: Sort): Row[] {
  if (by === 'name') return descending ? rows.toReversed() : [...rows]
  const { valueOf } = figureOf(by)
  return rows.toSorted((one, other) => {
    const [first, second] = [valueOf(one.figures), valueOf(other.figures)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return descending ? second - first : first - second
  })
}
