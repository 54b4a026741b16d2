import type { Table } from './table.ts'

/** Options of the command line. Every benchmark has its own defaults. */
export type BenchmarkOptions = {
  /** Duration of each measurement in seconds. */
  readonly seconds?: number
  readonly rounds?: number
  /** Numbers of connections to measure with. */
  readonly connections?: readonly number[]
  readonly chats?: number
  /** Number of messages in each chat. */
  readonly messages?: number
  readonly contacts?: number
  /** Number of queued texts at the start. */
  readonly backlog?: number
}

/** A goal and its measured value. */
export type Goal = { readonly text: string; readonly measured: string; readonly met: boolean }

export type Report = {
  readonly machine: readonly string[]
  readonly tables: readonly Table[]
  readonly goals: readonly Goal[]
}

/** Compares a part of Partyline with its yardstick in the same run. */
export type Benchmark = {
  readonly name: string
  readonly about: string
  /** @param progress called with what is being measured */
  run(options: BenchmarkOptions, progress: (text: string) => void): Promise<Report>
}
