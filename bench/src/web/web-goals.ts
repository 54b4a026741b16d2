import type { Goal } from '../harness/benchmark.ts'
import { figure } from '../harness/figures.ts'
import type { Measured } from './measure-tenant.ts'
import type { Results } from './web-table.ts'

const FRAME = 1_000 / 60
const MAX_GROWTH = 1.2

type Limit = {
  readonly text: string
  readonly most: number
  readonly unit: string
  readonly value: (of: Measured) => number
}

const AT_FULL_SPEED: readonly Limit[] = [
  { text: 'click to chat, p95', most: 100, unit: 'ms', value: ({ click }) => click.p95 },
  {
    text: 'key to paint, p95 above that of an empty page',
    most: FRAME,
    unit: 'ms',
    value: ({ key, emptyKey }) => key.p95 - emptyKey.p95,
  },
  { text: 'dropped in the list', most: 1, unit: '%', value: ({ listScroll }) => listScroll.dropped * 100 },
  {
    text: 'dropped in the long chat',
    most: 1,
    unit: '%',
    value: ({ transcriptScroll }) => transcriptScroll.dropped * 100,
  },
]
const SLOWED: readonly Limit[] = [
  { text: 'slowed: navigation to list, again', most: 300, unit: 'ms', value: ({ warmList }) => warmList },
  { text: 'slowed: key to paint, p95', most: 32, unit: 'ms', value: ({ key }) => key.p95 },
  { text: 'slowed: frame of the list, p95', most: 33, unit: 'ms', value: ({ listScroll }) => listScroll.p95 },
  {
    text: 'slowed: frame of the long chat, p95',
    most: 33,
    unit: 'ms',
    value: ({ transcriptScroll }) => transcriptScroll.p95,
  },
]
const GROWING: readonly (readonly [string, (of: Measured) => number])[] = [
  ['navigation to list', ({ warmList }) => warmList],
  ['click to chat, p95', ({ click }) => click.p95],
  ['key to paint, p95', ({ key }) => key.p95],
  ['frame of the list, p95', ({ listScroll }) => listScroll.p95],
  ['frame of the long chat, p95', ({ transcriptScroll }) => transcriptScroll.p95],
]

export function webGoals({ small, large, largeSlowed }: Results): readonly Goal[] {
  return [
    ...AT_FULL_SPEED.map((limit) => limitGoal(limit, large)),
    ...SLOWED.map((limit) => limitGoal(limit, largeSlowed)),
    ...GROWING.map(([text, value]) => {
      const growth = value(large) / value(small)
      return {
        text: `${text}, of the small tenant, at most ${MAX_GROWTH} ×`,
        measured: `${figure(growth)} ×`,
        met: growth <= MAX_GROWTH,
      }
    }),
  ]
}

function limitGoal({ text, most, unit, value }: Limit, measured: Measured): Goal {
  return {
    text: `${text}, at most ${figure(most)} ${unit}`,
    measured: `${figure(value(measured))} ${unit}`,
    met: value(measured) <= most,
  }
}
