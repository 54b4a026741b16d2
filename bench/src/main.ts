// npm run bench [-- NAME] [--connections 1000,5000] [--seconds N] [--rounds N] [--chats N] [--messages N] [--contacts N] [--backlog N]
// [--against FOLDER [--times N]]: compares with another checkout
import { parseArgs } from 'node:util'
import { backlogBenchmark } from './backlog/backlog-benchmark.ts'
import { embeddedBenchmark } from './embedded/embedded-benchmark.ts'
import { growthBenchmark } from './growth/growth-benchmark.ts'
import type { Benchmark, BenchmarkOptions } from './harness/benchmark.ts'
import { compareCheckouts } from './harness/compare.ts'
import { formatReport } from './harness/report.ts'
import { processorTime, stolenBetween } from './harness/stolen-time.ts'
import { hubBenchmark } from './hub/hub-benchmark.ts'
import { ingestBenchmark } from './ingest/ingest-benchmark.ts'
import { soakBenchmark } from './soak/soak-benchmark.ts'
import { webBenchmark } from './web/web-benchmark.ts'

const BENCHMARKS: readonly Benchmark[] = [
  hubBenchmark,
  ingestBenchmark,
  backlogBenchmark,
  soakBenchmark,
  webBenchmark,
  growthBenchmark,
  embeddedBenchmark,
]

try {
  const { names, options, against, times } = readCommand()
  if (names.length === 0)
    console.log(`Benchmarks:\n${BENCHMARKS.map(({ name, about }) => `  ${name}: ${about}`).join('\n')}`)
  for (const benchmark of choose(names)) {
    console.log(`\n## ${benchmark.name}\n`)
    const before = processorTime()
    const progress = (text: string) => console.error(text)
    const report = await (against
      ? compareCheckouts({ name: benchmark.name, folder: against, times, options }, progress)
      : benchmark.run(options, progress))
    const machine = [...report.machine, ...stolenBetween(before, processorTime())]
    console.log(formatReport({ ...report, machine }))
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

type Command = { names: readonly string[]; options: BenchmarkOptions; against: string | undefined; times: number }

function readCommand(): Command {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      connections: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      chats: { type: 'string' },
      messages: { type: 'string' },
      contacts: { type: 'string' },
      backlog: { type: 'string' },
      against: { type: 'string' },
      times: { type: 'string', default: '3' },
    },
  })
  return {
    names: positionals,
    against: values.against,
    times: wholeNumber(values.times),
    options: {
      ...(values.connections && { connections: values.connections.split(',').map((text) => wholeNumber(text)) }),
      ...(values.seconds && { seconds: positive(values.seconds) }),
      ...(values.rounds && { rounds: wholeNumber(values.rounds) }),
      ...(values.chats && { chats: wholeNumber(values.chats) }),
      ...(values.messages && { messages: wholeNumber(values.messages) }),
      ...(values.contacts && { contacts: wholeNumber(values.contacts) }),
      ...(values.backlog && { backlog: wholeNumber(values.backlog) }),
    },
  }
}

function choose(names: readonly string[]): readonly Benchmark[] {
  if (names.length === 0) return BENCHMARKS
  return names.map((wanted) => {
    const found = BENCHMARKS.find(({ name }) => name === wanted)
    if (!found)
      throw new Error(`There is no benchmark "${wanted}". There is: ${BENCHMARKS.map(({ name }) => name).join(', ')}.`)
    return found
  })
}

function positive(text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`"${text}" must be a number above 0.`)
  return value
}

function wholeNumber(text: string): number {
  const value = positive(text)
  if (!Number.isInteger(value)) throw new Error(`"${text}" must be a whole number.`)
  return value
}
