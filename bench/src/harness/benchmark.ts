import type { Table } from './table.ts'

/** What the command line sets. Every benchmark has its own defaults. */
export type BenchmarkOptions = {
  /** How long each measurement takes, in seconds. */
  readonly seconds?: number
  readonly rounds?: number
  /** How many connections, once for each number. */
  readonly connections?: readonly number[]
  readonly chats?: number
  /** How many texts wait at the beginning. */
  readonly backlog?: number
}

/** A promise of the specification or an issue, held against what was measured. */
export type Goal = { readonly text: string; readonly measured: string; readonly met: boolean }

export type Report = {
  readonly machine: readonly string[]
  readonly tables: readonly Table[]
  readonly goals: readonly Goal[]
}

/** Compares something of ours with its yardstick, in the same run. */
export type Benchmark = {
  readonly name: string
  readonly about: string
  /** @param progress told what is being measured */
  run(options: BenchmarkOptions, progress: (text: string) => void): Promise<Report>
}
