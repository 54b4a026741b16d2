import type { Goal } from '../harness/benchmark.ts'
import { figure, figureWithRange } from '../harness/figures.ts'
import { compare, spreadOf } from '../harness/statistics.ts'
import { valuesOf } from './results.ts'
import type { PacedResults, Results } from './results.ts'

/** Minimum ratio to bare commits, from this concurrency on, where group commit has messages to join. */
const MIN_RATIO_TO_BARE = 1.25
const JOINED_FROM = 32
/** Maximum ratio to a bare commit and an empty call together, for one client. */
const MAX_RATIO_TO_PARTS = 1.5
/** In ms, at this many webhooks a second. */
const MAX_TIME_TO_FRAME = 25
const PACE = 1_000
const MAX_LISTENER_COST = 0.15
/** Maximum ratio of a message's processor time, in the server and PostgreSQL, to a bare commit's in PostgreSQL. */
const MAX_CPU_ACCEPTED = 0.6
const MAX_CPU_DELIVERED = 1.2

export function ingestGoals(
  flooded: readonly Results[],
  delivered: Results,
  paced: readonly PacedResults[],
): readonly Goal[] {
  const joined = flooded.filter(({ atOnce }) => atOnce >= JOINED_FROM)
  return [
    ...joined.map(rateGoal),
    ...flooded.filter(({ atOnce }) => atOnce === 1).map(latencyGoal),
    ...paced.filter(({ webhooksPerSecond }) => webhooksPerSecond === PACE).map(frameGoal),
    ...joined.map(announcingGoal),
    ...cpuGoals(flooded, delivered),
  ]
}

function rateGoal(results: Results): Goal {
  const rates = (contestant: 'send' | 'bare commit') => valuesOf(results, contestant, ({ perSecond }) => perSecond)
  const spread = spreadOf(compare(rates('send'), rates('bare commit'), (ours, bare) => ours / bare))
  return {
    text: `${results.atOnce} at once: durable calls, of bare commits, at least ${MIN_RATIO_TO_BARE} ×`,
    measured: `${figureWithRange(spread)} ×`,
    met: spread.median >= MIN_RATIO_TO_BARE,
  }
}

function latencyGoal(results: Results): Goal {
  const p50 = (contestant: 'send' | 'bare commit' | 'empty call') => valuesOf(results, contestant, (load) => load.p50)
  const parts = compare(p50('bare commit'), p50('empty call'), (commit, call) => commit + call)
  const spread = spreadOf(compare(p50('send'), parts, (ours, both) => ours / both))
  return {
    text: `1 at once: p50 of a durable call, of a bare commit and an empty call together, at most ${MAX_RATIO_TO_PARTS} ×`,
    measured: `${figureWithRange(spread)} ×`,
    met: spread.median <= MAX_RATIO_TO_PARTS,
  }
}

function frameGoal({ rounds }: PacedResults): Goal {
  const spread = spreadOf(rounds.map(({ frames }) => frames.p99))
  return {
    text: `${PACE.toLocaleString('en')} webhooks a second: p99 from a webhook to its frame, at most ${MAX_TIME_TO_FRAME} ms`,
    measured: `${figureWithRange(spread)} ms`,
    met: spread.median <= MAX_TIME_TO_FRAME,
  }
}

function announcingGoal(results: Results): Goal {
  const rates = (contestant: 'send' | 'send with listener') =>
    valuesOf(results, contestant, ({ perSecond }) => perSecond)
  const spread = spreadOf(compare(rates('send with listener'), rates('send'), (heard, alone) => 1 - heard / alone))
  return {
    text: `${results.atOnce} at once: a listener takes of the throughput, at most ${MAX_LISTENER_COST * 100} %`,
    measured: `${figure(spread.median * 100)} (${figure(spread.lowest * 100)} to ${figure(spread.highest * 100)}) %`,
    met: spread.median <= MAX_LISTENER_COST,
  }
}

/** Compared with the bare commits that take the least, at any concurrency. */
function cpuGoals(flooded: readonly Results[], delivered: Results): readonly Goal[] {
  const ofBare = flooded.map((results) => spreadOf(valuesOf(results, 'bare commit', (load) => load.postgresCpu)).median)
  const least = Math.min(...ofBare)
  const goal = (results: Results, contestant: 'send' | 'delivery', { text, most }: { text: string; most: number }) => {
    const spread = spreadOf(valuesOf(results, contestant, ({ cpu, postgresCpu }) => (cpu + postgresCpu) / least))
    return {
      text: `${results.atOnce} at once: processor time of ${text}, of the least of a bare commit, at most ${most} ×`,
      measured: `${figureWithRange(spread)} ×`,
      met: spread.median <= most,
    }
  }
  const accepted = { text: 'an accepted message', most: MAX_CPU_ACCEPTED }
  return [
    ...flooded.filter(({ atOnce }) => atOnce === JOINED_FROM).map((results) => goal(results, 'send', accepted)),
    goal(delivered, 'delivery', { text: 'an accepted and delivered one', most: MAX_CPU_DELIVERED }),
  ]
}
