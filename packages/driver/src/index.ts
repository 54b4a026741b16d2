/** Drives the app from outside, for the demo's seed, tests and benchmarks: a person over HTTP, without a browser. */
export { createClient } from './client.ts'
export type { Answer, Client } from './client.ts'
export { freePort } from './free-port.ts'
export { freshDatabase } from './fresh-database.ts'
export type { FreshDatabase } from './fresh-database.ts'
export { createPostgresCluster, hasPostgres } from './postgres-cluster.ts'
export type { PostgresCluster } from './postgres-cluster.ts'
export { signIn } from './sign-in.ts'
