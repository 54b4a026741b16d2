import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { BenchmarkOptions, Report } from './benchmark.ts'
import { figure, figureWithRange } from './figures.ts'
import { describeMachine } from './machine.ts'
import { inAlternatingOrder } from './rounds.ts'
import { compare, spreadOf } from './statistics.ts'
import type { Table } from './table.ts'

const MAX_OUTPUT = 10_000_000
const GOALS = 'Goals'

type Comparison = {
  readonly name: string
  readonly folder: string
  readonly times: number
  readonly options: BenchmarkOptions
}
/** The figures of a report by table, and by row and column. */
type Figures = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Runs a benchmark here and in another checkout of Partyline, in alternating order, and compares every figure. */
export async function compareCheckouts(
  { name, folder, times, options }: Comparison,
  progress: (text: string) => void,
): Promise<Report> {
  const machine = describeMachine([])
  const args = Object.entries(options).flatMap(([option, value]) => [`--${option}`, String(value)])
  const checkouts = [folder, '.']
  const commits = await Promise.all(checkouts.map((cwd) => run(cwd, 'git', ['log', '-1', '--format=%h of %cs'])))
  const measured = await inAlternatingOrder(checkouts, times, async (cwd, round) => {
    progress(`${name} in ${cwd}, ${round + 1} of ${times}`)
    return figuresIn(await run(cwd, process.execPath, ['bench/src/main.ts', name, ...args]))
  })
  const [before = [], now = []] = checkouts.map((cwd) => measured.get(cwd))
  return {
    machine: [...machine, `before: ${commits[0]}, now: ${commits[1]}`],
    tables: tablesOf(before, now),
    goals: [],
  }
}

async function run(cwd: string, command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd, maxBuffer: MAX_OUTPUT })
  return stdout.trim()
}

/**
 * Reads a report. Ranges in parentheses are left out. A column `answer: p50 / p99` has the figures `answer: p50` and `answer: p99`; a
 * column `small` with two figures has `small` and `small, 2`.
 */
export function figuresIn(report: string): Figures {
  const tables = report.split(/^#{3,} /m).slice(1)
  return new Map(
    tables.flatMap((text) => {
      const [title = '', ...lines] = text.split('\n')
      const [head = [], , ...rows] = lines.filter((line) => line.startsWith('|')).map((line) => cellsOf(line))
      if (title === GOALS) return []
      const figures = rows.flatMap(([row = '', ...cells]) =>
        cells.flatMap((cell, column) => {
          const [, subject = '', words = ''] = /^(.*: )?(.*)$/.exec(head[column + 1] ?? '') ?? []
          const names = words.split(' / ')
          return numbersIn(cell).map((value, place): [string, number] => [
            `${row}: ${subject}${names[place] ?? `${words}, ${place + 1}`}`,
            value,
          ])
        }),
      )
      return [[title, new Map(figures)]]
    }),
  )
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

const UNITS: Readonly<Record<string, number>> = { k: 1_000, M: 1_000_000 }

const numbersIn = (cell: string) =>
  [...cell.replaceAll(/\(.*?\)/g, '').matchAll(/(\d+(?:\.\d+)?)([kM]?)/g)].map(
    ([, digits, unit = '']) => Number(digits) * (UNITS[unit] ?? 1),
  )

export function tablesOf(before: readonly Figures[], now: readonly Figures[]): readonly Table[] {
  return [...(now[0] ?? [])].map(([title, figures]) => ({
    title,
    head: ['', 'before', 'now', 'ratio'],
    rows: [...figures.keys()].map((name) => {
      const [old, recent] = [before, now].map((runs) => runs.map((run) => run.get(title)?.get(name) ?? Number.NaN))
      if (!old || !recent) return [name]
      const ratios = compare(recent, old, (one, other) => one / other)
      return [name, figure(spreadOf(old).median), figure(spreadOf(recent).median), figureWithRange(spreadOf(ratios))]
    }),
  }))
}
