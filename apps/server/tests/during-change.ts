import type { PoolClient } from 'pg'
import type { Database } from '../src/platform/index.ts'
import { until } from './until.ts'

/**
 * Starts `work` while another transaction has changed rows, and commits that once the work waits for it. Only on a
 * PostgreSQL server: the embedded one has a single connection.
 */
export async function duringChange<Result>(
  { pool }: Pick<Database, 'pool'>,
  change: (client: PoolClient) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await change(client)
    const result = work()
    // It may fail before it is awaited.
    result.catch(() => undefined)
    await until(async () => {
      const { rowCount } = await client.query(
        'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
      )
      return rowCount
    })
    await client.query('commit')
    return await result
  } finally {
    client.release()
  }
}
