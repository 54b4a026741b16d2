import { globSync, readFileSync } from 'node:fs'

export const SERVER_TESTS = globSync('apps/server/{src,tests}/**/*.test.ts')

/** They start whole servers, on PostgreSQL like the server's tests. */
export const TESTS_OF_PROCESSES = [
  'faults/src/run.test.ts',
  'faults/src/fuzz/run-fuzz.test.ts',
  'tools/demo/seed-demo.test.ts',
]

function filesOf(names: readonly string[]): string[] {
  return names.map((name) => {
    const file = SERVER_TESTS.find((each) => each.endsWith(`/${name}.test.ts`))
    if (!file) throw new Error(`tools/database-tests.ts names a test that does not exist: ${name}`)
    return file
  })
}

/** Tests that npm test repeats on the embedded database, because it differs. */
export const ON_EMBEDDED = filesOf([
  // Concurrent requests share its one connection.
  'chats',
  // Transactions and prepared statements over its own socket server.
  'database',
  // Only one process can open it.
  'diagnostics-command',
  // Start, damage, recovery, and growth of its folder.
  'embedded-database',
  // It has no autovacuum.
  'embedded-upkeep',
  // PostgreSQL stops on a full disk, which only its reserve prevents.
  'full-disk',
  // After a kill, only what it had synced is left.
  'kill',
  // Its own collation and build of text search.
  'search-store',
  // It closes after everything that uses it.
  'shutdown',
  // Each type of column goes through its driver, there and back.
  'updates',
  // Migrations run on a newer PostgreSQL, without the lock of a server.
  'upgrade',
])

/** `npm run test:embedded` repeats everything there. */
export const ALL_ON_EMBEDDED = [...SERVER_TESTS, ...TESTS_OF_PROCESSES]

/** Some tests of every area, and those about several processes on one database. */
const OF_EVERY_AREA = filesOf([
  'automatic-replies',
  'backup',
  'delivery',
  'held-messages',
  'line-hours',
  'messages',
  'recovery',
  'returned-messages',
  'scheduled-messages',
  'sign-in',
  'start-together',
])

/** CI repeats these there. */
export const AREAS_ON_EMBEDDED = [...OF_EVERY_AREA, ...TESTS_OF_PROCESSES]

/** Another server may be older, or have other settings. */
const DEPENDS_ON_SERVER = /DATABASE_URL|REDIS_URL|PrivateRedis|open(?:Test)?Database|freshDatabase|TestPlace/
/** Another server may have another collation. */
const SORTS_OR_SEARCHES = /(?:list|names|search)\.test\.ts$/

/** Tests of query plans and properties: the same on every PostgreSQL, and long. */
const isPlanOrProperty = (file: string, text: string) =>
  file.endsWith('-plan.test.ts') || text.includes("from 'fast-check'")

/** The tests of the server whose outcome may differ on a given PostgreSQL and Redis. */
export const ON_SERVICES = SERVER_TESTS.filter((file) => {
  const text = readFileSync(file, 'utf8')
  if (isPlanOrProperty(file, text)) return false
  return (
    [...ON_EMBEDDED, ...OF_EVERY_AREA].includes(file) || SORTS_OR_SEARCHES.test(file) || DEPENDS_ON_SERVER.test(text)
  )
})
