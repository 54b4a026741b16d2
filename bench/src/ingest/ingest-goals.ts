import type { Goal } from '../harness/benchmark.ts'
import { figure, figureWithRange } from '../harness/figures.ts'
import { compare, spreadOf } from '../harness/statistics.ts'
import { valuesOf } from './results.ts'
import type { PacedResults, Results } from './results.ts'

/** Of the bare single commits, from this many at once on: group commit has something to join. */
const LEAST_OF_BARE = 1.25
const JOINED_FROM = 32
/** Of a bare commit and an empty call together, for one client. */
const MOST_OF_PARTS = 1.5
/** In ms, at so many webhooks a second. */
const MOST_TO_FRAME = 25
const PACE = 1_000
const MOST_FOR_ANNOUNCING = 0.15

export function ingestGoals(flooded: readonly Results[], paced: readonly PacedResults[]): readonly Goal[] {
  const joined = flooded.filter(({ atOnce }) => atOnce >= JOINED_FROM)
  return [
    ...joined.map(rateGoal),
    ...flooded.filter(({ atOnce }) => atOnce === 1).map(latencyGoal),
    ...paced.filter(({ webhooksPerSecond }) => webhooksPerSecond === PACE).map(frameGoal),
    ...joined.map(announcingGoal),
  ]
}

function rateGoal(results: Results): Goal {
  const rates = (contestant: 'send' | 'bare commit') => valuesOf(results, contestant, ({ perSecond }) => perSecond)
  const spread = spreadOf(compare(rates('send'), rates('bare commit'), (ours, bare) => ours / bare))
  return {
    text: `${results.atOnce} at once: durable calls, of bare commits, at least ${LEAST_OF_BARE} ×`,
    measured: `${figureWithRange(spread)} ×`,
    met: spread.median >= LEAST_OF_BARE,
  }
}

function latencyGoal(results: Results): Goal {
  const p50 = (contestant: 'send' | 'bare commit' | 'empty call') => valuesOf(results, contestant, (load) => load.p50)
  const parts = compare(p50('bare commit'), p50('empty call'), (commit, call) => commit + call)
  const spread = spreadOf(compare(p50('send'), parts, (ours, both) => ours / both))
  return {
    text: `1 at once: p50 of a durable call, of a bare commit and an empty call together, at most ${MOST_OF_PARTS} ×`,
    measured: `${figureWithRange(spread)} ×`,
    met: spread.median <= MOST_OF_PARTS,
  }
}

function frameGoal({ rounds }: PacedResults): Goal {
  const spread = spreadOf(rounds.map(({ frames }) => frames.p99))
  return {
    text: `${PACE.toLocaleString('en')} webhooks a second: p99 from a webhook to its frame, at most ${MOST_TO_FRAME} ms`,
    measured: `${figureWithRange(spread)} ms`,
    met: spread.median <= MOST_TO_FRAME,
  }
}

function announcingGoal(results: Results): Goal {
  const rates = (contestant: 'send' | 'heard send') => valuesOf(results, contestant, ({ perSecond }) => perSecond)
  const spread = spreadOf(compare(rates('heard send'), rates('send'), (heard, alone) => 1 - heard / alone))
  return {
    text: `${results.atOnce} at once: a listener takes of the throughput, at most ${MOST_FOR_ANNOUNCING * 100} %`,
    measured: `${figure(spread.median * 100)} (${figure(spread.lowest * 100)} to ${figure(spread.highest * 100)}) %`,
    met: spread.median <= MOST_FOR_ANNOUNCING,
  }
}
