import { freshDatabase } from '@partyline/driver'
import { createPostgresCluster } from './postgres-cluster.ts'

/**
 * `embedded`: inside the server's process, so that it is killed with it. `postgres`: a cluster of our own. `shared`: a
 * new database on the PostgreSQL of `DATABASE_URL`, which others use too.
 */
export type DatabaseKind = 'embedded' | 'postgres' | 'shared'

export type TestedDatabase = {
  /** Undefined: the embedded one. */
  readonly url: string | undefined
  /** Kills it and starts it again; null where it is not ours to kill. */
  readonly kill: (() => Promise<void>) | null
  close(): Promise<void>
}

export async function createTestedDatabase(kind: DatabaseKind): Promise<TestedDatabase> {
  if (kind === 'embedded') return { url: undefined, kill: null, close: async () => {} }
  if (kind === 'shared') {
    const shared = await freshDatabase()
    return { url: shared.url, kill: null, close: () => shared.drop() }
  }
  const { url, close, ...cluster } = await createPostgresCluster()
  const kill = async () => {
    await cluster.kill()
    await cluster.start()
  }
  return { url, kill, close }
}
