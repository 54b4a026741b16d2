import { setTimeout } from 'node:timers/promises'
import type { Benchmark, Goal } from '../harness/benchmark.ts'
import { figure } from '../harness/figures.ts'
import { describeMachine } from '../harness/machine.ts'
import { percentile, spreadOf } from '../harness/statistics.ts'
import type { Table } from '../harness/table.ts'
import { createBacklogWorld } from './backlog-world.ts'
import type { BacklogWorld } from './backlog-world.ts'

const BACKLOG = 100_000
const TEXTS_A_CHAT = 100
const PARTS = 10
/** Number of the neighbor's texts without a backlog. */
const WARM_UP = 20
const ALONE = 200
/** Pause of the neighbor after each text that has arrived at Twilio. */
const PAUSE_MS = 50
const POLL_MS = 20
const MB = 1_000_000
/** Maximum slowdown of the neighbor's texts during the backlog. */
const MAX_SLOWDOWN = 2
/** Minimum throughput of the slowest part of the backlog, relative to the middle one. */
const MIN_THROUGHPUT_RATIO = 0.5
const MAX_MEMORY_GROWTH = 1.2

type Memory = { readonly rss: number; readonly heapUsed: number }
type Drained = { readonly perSecond: readonly number[]; readonly memory: readonly [first: Memory, last: Memory] }

export const backlogBenchmark: Benchmark = {
  name: 'backlog',
  about: 'a long queue of one tenant drains, while another sends a text now and then (DATABASE_URL)',
  async run({ backlog = BACKLOG }, progress) {
    const machine = describeMachine(['fastify', 'pg'])
    await using world = await createBacklogWorld()
    await measureTexts(world, (texts) => texts === WARM_UP)
    const alone = await measureTexts(world, (texts) => texts === ALONE)
    progress(`without a backlog: ${alone.length} texts`)
    await world.fillQueue({ texts: backlog, chats: Math.ceil(backlog / TEXTS_A_CHAT) })

    const drained = new AbortController()
    const during = measureTexts(world, () => drained.signal.aborted)
    const { perSecond, memory } = await drain(world, backlog, progress)
    drained.abort()
    const latencies = { alone, during: await during }
    const whole: Drained = { perSecond, memory: [memory, await world.server.call('memory')] }
    return {
      machine,
      tables: [drainTable(whole, backlog), latencyTable(latencies), memoryTable(whole)],
      goals: [...latencyGoals(latencies), ...drainGoals(whole)],
    }
  },
}

/** From the call that sends a text to its arrival at Twilio, in ms, sorted. */
async function measureTexts(world: BacklogWorld, isOver: (texts: number) => boolean): Promise<Float64Array> {
  const latencies: number[] = []
  while (!isOver(latencies.length)) {
    const text = `One of the neighbor ${crypto.randomUUID()}`
    const arrival = world.twilio.arrival(text)
    const before = performance.now()
    await world.neighborSends(text)
    latencies.push((await arrival) - before)
    await setTimeout(PAUSE_MS)
  }
  return Float64Array.from(latencies).toSorted()
}

/**
 * The speed of each part, and the memory after the first. The garbage collection that measures memory stops the server for a
 * tenth of a second, so it is not repeated while the neighbor's texts are measured.
 */
async function drain(world: BacklogWorld, backlog: number, progress: (text: string) => void) {
  const speeds: number[] = []
  let memory: Memory | undefined
  for (let index = 1; index <= PARTS; index += 1) {
    const [from, before] = [world.twilio.backlogCount, performance.now()]
    while (world.twilio.backlogCount < (backlog * index) / PARTS) await setTimeout(POLL_MS)
    const perSecond = ((world.twilio.backlogCount - from) / (performance.now() - before)) * 1_000
    speeds.push(perSecond)
    memory ??= await world.server.call('memory')
    progress(`${world.twilio.backlogCount} of ${backlog}: ${figure(perSecond)} a second`)
  }
  if (!memory) throw new Error('Nothing was drained.')
  return { perSecond: speeds, memory }
}

function drainTable({ perSecond }: Drained, backlog: number): Table {
  return {
    title: `A backlog of ${backlog.toLocaleString('en')} texts, from 3 numbers to ${Math.ceil(backlog / TEXTS_A_CHAT).toLocaleString('en')} phones`,
    head: ['sent', 'a second'],
    rows: perSecond.map((speed, index) => [`${((index + 1) * 100) / PARTS} %`, figure(speed)]),
  }
}

function memoryTable({ memory: [first, last] }: Drained): Table {
  const row = (name: string, { rss, heapUsed }: Memory) => [name, figure(rss / MB), figure(heapUsed / MB)]
  return {
    title: 'Memory of the server',
    head: ['after', 'resident MB', 'heap MB'],
    rows: [row('the first tenth', first), row('the last', last)],
  }
}

type Latencies = { readonly alone: Float64Array; readonly during: Float64Array }

function latencyTable(latencies: Latencies): Table {
  const row = (name: string, sorted: Float64Array) => [
    name,
    String(sorted.length),
    `${figure(percentile(sorted, 0.5))} / ${figure(percentile(sorted, 0.99))}`,
  ]
  return {
    title: 'Texts of another tenant, from the call to Twilio',
    head: ['', 'texts', 'p50 / p99 ms'],
    rows: [row('without a backlog', latencies.alone), row('during the backlog', latencies.during)],
  }
}

function latencyGoals({ alone, during }: Latencies): Goal[] {
  return [50, 99].map((percent) => {
    const times = percentile(during, percent / 100) / percentile(alone, percent / 100)
    return {
      text: `another tenant's text: p${percent} during the backlog, of p${percent} without, at most ${MAX_SLOWDOWN} ×`,
      measured: `${figure(times)} ×`,
      met: times <= MAX_SLOWDOWN,
    }
  })
}

function drainGoals({ perSecond, memory: [first, last] }: Drained): Goal[] {
  const { lowest, median } = spreadOf(perSecond)
  const growth = last.heapUsed / first.heapUsed
  return [
    {
      text: `throughput of the slowest tenth, of the middle one, at least ${MIN_THROUGHPUT_RATIO} ×`,
      measured: `${figure(lowest / median)} ×`,
      met: lowest / median >= MIN_THROUGHPUT_RATIO,
    },
    {
      text: `memory in use after the last tenth, of that after the first, at most ${MAX_MEMORY_GROWTH} ×`,
      measured: `${figure(growth)} ×`,
      met: growth <= MAX_MEMORY_GROWTH,
    },
  ]
}
