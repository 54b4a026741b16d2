import type { ReportFigures } from '@partyline/contract'
import { expect, test } from 'vitest'
import { figureOf, namesIn, sorted } from './figures.ts'
import type { Sort } from './figures.ts'

const answers = (median: number | null) => ({
  count: 1,
  open: { median, p90: median },
  clock: { median, p90: median },
  withinGoal: null,
})

const row = (name: string, textsOut: number, median: number | null) => ({
  name,
  figures: {
    textsIn: null,
    textsOut,
    peopleHelped: 0,
    firstAnswers: answers(median),
    laterAnswers: answers(null),
    failed: 0,
    optOuts: null,
  } satisfies ReportFigures,
})
const ROWS = [row('Ada', 5, 90), row('Bob', 9, null), row('Cleo', 7, 30)]

test.each<[Sort, string[]]>([
  [{ by: 'textsOut', descending: true }, ['Bob', 'Cleo', 'Ada']],
  [{ by: 'textsOut', descending: false }, ['Ada', 'Cleo', 'Bob']],
  [{ by: 'firstAnswer', descending: true }, ['Ada', 'Cleo', 'Bob']],
  [{ by: 'firstAnswer', descending: false }, ['Cleo', 'Ada', 'Bob']],
  [{ by: 'name', descending: false }, ['Ada', 'Bob', 'Cleo']],
  [{ by: 'name', descending: true }, ['Cleo', 'Bob', 'Ada']],
])('sorted by %o, rows without a value are last', (sort, names) => {
  expect(sorted(ROWS, sort).map(({ name }) => name)).toEqual(names)
})

test('a figure that no row has gets no column', () => {
  expect(namesIn(ROWS.map(({ figures }) => figures))).toEqual(['textsOut', 'peopleHelped', 'firstAnswer', 'failed'])
})

test.each([
  ['first and later answers together', [1, 1], [3, 0], 0.25],
  ['later answers alone', [0, null], [4, 0.5], 0.5],
  ['no answers, or no goal', [0, null], [0, null], null],
] as const)('the share within the goal is of all answers: %s', (_, first, later, share) => {
  const [row] = ROWS
  const of = ([count, withinGoal]: readonly [number, number | null]) => ({ ...answers(null), count, withinGoal })
  const figures = { ...row!.figures, firstAnswers: of(first), laterAnswers: of(later) }
  expect(figureOf('withinGoal').valueOf(figures)).toBe(share)
})
