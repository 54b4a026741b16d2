import { createPostgresCluster, freshDatabase } from '@partyline/driver'

/**
 * `embedded`: in the server's process, so that it is killed with it. `postgres`: a private cluster. `shared`: a
 * new database on the PostgreSQL of `DATABASE_URL`, which others use too.
 */
export type DatabaseKind = 'embedded' | 'postgres' | 'shared'

export type TestedDatabase = {
  /** Undefined: the embedded one. */
  readonly url: string | undefined
  /** Kills and restarts it; null if it must not be killed. */
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
