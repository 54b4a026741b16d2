import type { Goal } from '../harness/benchmark.ts'
import { figure, figureWithRange } from '../harness/figures.ts'
import { compare, spreadOf } from '../harness/statistics.ts'
import type { ContestantName } from './contestants/broadcaster.ts'
import type { LoadName } from './plan.ts'
import { type Results, valuesOf } from './results.ts'

type RateGoal = {
  readonly load: LoadName
  readonly rival: ContestantName
  readonly text: string
  readonly wanted: number
}

const RATE_GOALS: readonly RateGoal[] = [
  { load: 'single', rival: 'prebuilt-frame', text: 'message by message, of the prebuilt frame', wanted: 0.9 },
  { load: 'single', rival: 'socket.io', text: 'message by message, of Socket.IO', wanted: 1.4 },
  { load: 'burst', rival: 'ws', text: 'under burst, of `ws.send`', wanted: 5 },
  { load: 'burst', rival: 'socket.io', text: 'under burst, of Socket.IO', wanted: 6 },
]
/** In ms. */
const MAX_ADDED_LATENCY = 5
/** In bytes, from this many connections on: with fewer, the memory of the process itself matters too much. */
const MAX_MEMORY = 15_000
const MEMORY_FROM_CONNECTIONS = 5_000

export function hubGoals(results: Results): readonly Goal[] {
  const goals = [...RATE_GOALS.map((goal) => rateGoal(results, goal)), latencyGoal(results)]
  return results.connections >= MEMORY_FROM_CONNECTIONS ? [...goals, memoryGoal(results)] : goals
}

function rateGoal(results: Results, { load, rival, text, wanted }: RateGoal): Goal {
  const rates = (contestant: ContestantName) =>
    valuesOf(results, contestant, ({ loads }) => loads[load].deliveriesPerSecond)
  const cpu = (contestant: ContestantName) => valuesOf(results, contestant, ({ loads }) => loads[load].cpuPerDelivery)
  const spread = spreadOf(compare(rates('hub'), rates(rival), (ours, theirs) => ours / theirs))
  const spreadOfCpu = spreadOf(compare(cpu('hub'), cpu(rival), (ours, theirs) => theirs / ours))
  return {
    text: `${named(results)}: ${text}, at least ${wanted} ×`,
    measured: `${figureWithRange(spread)} ×, by CPU ${figure(spreadOfCpu.median)} ×`,
    met: spread.median >= wanted,
  }
}

/** Compared with a yardstick that sends the same 20,000 deliveries evenly, the harder of the two comparisons. */
function latencyGoal(results: Results): Goal {
  const ours = valuesOf(results, 'hub', ({ loads }) => loads.pacedBurst.p99)
  const even = valuesOf(results, 'prebuilt-frame', ({ loads }) => loads.pacedSingle.p99)
  const sameBurst = valuesOf(results, 'prebuilt-frame', ({ loads }) => loads.pacedBurst.p99)
  const added = spreadOf(compare(ours, even, (left, right) => left - right))
  const addedToBurst = spreadOf(compare(ours, sameBurst, (left, right) => left - right))
  return {
    text: `${named(results)}: joined bursts add to the p99 of the prebuilt frame at 20,000/s, at most ${MAX_ADDED_LATENCY} ms`,
    measured: `${figureWithRange(added)} ms (${figure(addedToBurst.median)} ms to its bursts)`,
    met: added.median <= MAX_ADDED_LATENCY,
  }
}

function memoryGoal(results: Results): Goal {
  const spread = spreadOf(valuesOf(results, 'hub', ({ memory }) => memory.resident))
  return {
    text: `${named(results)}: memory a connection, at most ${MAX_MEMORY / 1_000} kB`,
    measured: `${figure(spread.median / 1_000)} kB`,
    met: spread.median <= MAX_MEMORY,
  }
}

function named({ connections }: Results): string {
  return connections.toLocaleString('en')
}
