// npm run fuzz -- --seed N --count M [--database embedded|postgres|shared]
import { parseArgs } from 'node:util'
import { runFuzz } from './fuzz/run-fuzz.ts'
import type { FuzzOptions } from './fuzz/run-fuzz.ts'

/** A longer delay of the event loop is a failure, because it delays everyone. */
const MAX_DELAY_MS = 250
const MAX_SHOWN = 40

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '10000' },
    database: { type: 'string', default: 'embedded' },
  },
})
const options: FuzzOptions = { seed: wholeNumber('seed'), count: wholeNumber('count'), database: readDatabase() }
const report = await runFuzz(options, (text) => console.error(text))
const isSlow = report.maxDelayMs > MAX_DELAY_MS
for (const { requests, rss, heapUsed, external } of report.memory) {
  console.log(
    `${requests} requests: rss ${megabytes(rss)}, heap ${megabytes(heapUsed)}, external ${megabytes(external)}`,
  )
}
console.log(report.outcomes)
for (const failure of report.failures.slice(0, MAX_SHOWN)) console.log(failure)
console.log(
  `${report.failures.length} failures, ${report.crashes} crashes, longest event-loop delay ${report.maxDelayMs.toFixed(0)} ms` +
    `${isSlow ? ` (limit ${MAX_DELAY_MS} ms)` : ''}, of which the server's own processor time at most ` +
    `${report.maxTurnMs.toFixed(0)} ms, ${report.seconds.toFixed(0)} s`,
)
if (report.folder) console.log(`The server's log: ${report.folder}`)
// Also closes connections that the fuzzer has left open.
process.exit(report.failures.length > 0 || report.crashes > 0 || isSlow ? 1 : 0)

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(0)} MB`
}

function wholeNumber(name: 'seed' | 'count'): number {
  const value = Number(values[name])
  if (!Number.isSafeInteger(value) || value < 0) stop(`--${name} is a whole number from 0.`)
  return value
}

function readDatabase(): FuzzOptions['database'] {
  const { database } = values
  if (database === 'embedded' || database === 'postgres' || database === 'shared') return database
  return stop('--database is embedded, postgres or shared.')
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(2)
}
