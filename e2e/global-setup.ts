import { createPostgresCluster, hasPostgres } from '@partyline/driver'

/** Starts a PostgreSQL server without fsync for this run, if PostgreSQL is installed and no other is given. */
export default async function startPostgres(): Promise<() => Promise<void>> {
  if (process.env['DATABASE_URL'] || !hasPostgres) return async () => {}
  const cluster = await createPostgresCluster({ durable: false })
  process.env['PRIVATE_DATABASE_URL'] = cluster.url
  return cluster.close
}
