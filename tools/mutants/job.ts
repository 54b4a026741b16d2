import type { Mutant } from './mutants-of.ts'
import type { Reached } from './reach.ts'

/** Some tests of a file, by id; all without `ids`. */
export type Selection = { file: string; ids: readonly string[] | null }
/**
 * `sources`: all files with mutants, the same in each job. `isMeasured`: reports which steps of them the tests reach.
 * `timeouts`: a test that times out has killed the mutant. In ms.
 */
export type Job = {
  mutant: Mutant | null
  sources: readonly string[]
  isMeasured: boolean
  tests: readonly Selection[]
  timeouts: { test: number; hook: number }
}
/** `failure`: the first one and its test file; null if every test passed. `tests`: those that have run. */
export type Outcome = {
  failure: { test: string; message: string } | null
  tests: { id: string; ms: number }[]
  reached: Reached[]
}

/** A failure by waiting in vain, rather than by an unexpected value. */
export const TIMEOUT = /timed out|did not end|did not succeed in time/i

/** A failure that no test expected, perhaps what the tests of an earlier mutant left behind. */
export const UNHANDLED = 'unhandled'
