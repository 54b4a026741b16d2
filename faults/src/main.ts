// npm run faults -- --seed N --count M [--database embedded|postgres]
import { parseArgs } from 'node:util'
import { formatReport } from './report.ts'
import { runFaults } from './run.ts'
import type { RunOptions } from './run.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    database: { type: 'string', default: 'embedded' },
  },
})
const options: RunOptions = { seed: wholeNumber('seed'), count: wholeNumber('count'), database: readDatabase() }
const report = await runFaults(options, (text) => console.error(text)).catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
console.log(formatReport(report))
process.exitCode = report.violations.length === 0 ? 0 : 1

function wholeNumber(name: 'seed' | 'count'): number {
  const value = Number(values[name])
  if (!Number.isSafeInteger(value) || value < 0) stop(`--${name} is a whole number from 0.`)
  return value
}

function readDatabase(): RunOptions['database'] {
  const { database } = values
  return database === 'embedded' || database === 'postgres' ? database : stop('--database is embedded or postgres.')
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}
