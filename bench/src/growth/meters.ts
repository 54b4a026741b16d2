import type { Client as Connection } from 'pg'
import type { World } from '../web/world.ts'

const WARM_UP = 3

/** The cost of one call. Blocks are of 8 kB, read from the cache or the disk. Times in ms. */
export type Cost = { blocks: number; roundTrips: number; postgresMs: number; nodeMs: number }
export type Meters = { world: World; statistics: Connection; rounds: number }

/** A statement since the last reset, with all its executions. */
export type Statement = { query: string; calls: number; blocks: number; ms: number }

/** Marks statements of the benchmark, which are not counted. */
export const UNCOUNTED = '/* pg_stat_statements */'

export const resetStatements = (statistics: Connection) => statistics.query('select pg_stat_statements_reset()')

export async function readStatements(statistics: Connection): Promise<readonly Statement[]> {
  const { rows } = await statistics.query<Statement>(`
    select query, calls::float, (shared_blks_hit + shared_blks_read)::float as blocks,
      (total_exec_time + total_plan_time)::float as ms
    from pg_stat_statements where query not like '%pg_stat_statements%'`)
  return rows
}

export const total = (statements: readonly Statement[], field: 'calls' | 'blocks' | 'ms') =>
  statements.reduce((sum, statement) => sum + statement[field], 0)

/** The mean of a call over all rounds. The app's own work in the background, a few statements a second, is included. */
export async function costOf(
  call: () => Promise<unknown>,
  { world, statistics, rounds }: Meters,
  warmUp = WARM_UP,
): Promise<Cost> {
  for (let time = 0; time < warmUp; time += 1) await call()
  await resetStatements(statistics)
  const cpuBefore = await world.cpuUsed()
  for (let round = 0; round < rounds; round += 1) await call()
  const cpu = (await world.cpuUsed()) - cpuBefore
  const statements = await readStatements(statistics)
  return {
    blocks: total(statements, 'blocks') / rounds,
    roundTrips: total(statements, 'calls') / rounds,
    postgresMs: total(statements, 'ms') / rounds,
    nodeMs: cpu / 1_000 / rounds,
  }
}
