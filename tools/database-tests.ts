import { globSync, readFileSync } from 'node:fs'

export const SERVER_TESTS = globSync('apps/server/{src,tests}/**/*.test.ts')

/** The tests about a database and the processes on it, and some of every area. They run on every kind of database. */
export const ON_EVERY_DATABASE = [
  'automatic-replies',
  'backup',
  'chats',
  'database',
  'delivery',
  'diagnostics-command',
  'embedded-database',
  'full-disk',
  'held-messages',
  'jobs',
  'kill',
  'line-hours',
  'messages',
  'recovery',
  'returned-messages',
  'scheduled-messages',
  'search-store',
  'shutdown',
  'sign-in',
  'start-together',
  'updates',
  'upgrade',
].map((name) => {
  const file = SERVER_TESTS.find((each) => each.endsWith(`/${name}.test.ts`))
  if (!file) throw new Error(`tools/database-tests.ts names a test that does not exist: ${name}`)
  return file
})

/** Another server may be older, have other settings, or commit more slowly, so that transactions interleave differently. */
const DEPENDS_ON_SERVER =
  /DATABASE_URL|REDIS_URL|PrivateRedis|open(?:Test)?Database|freshDatabase|TestPlace|Promise\.all/
/** Another server may have another collation. */
const SORTS_OR_SEARCHES = /(?:list|names|search)\.test\.ts$/

/** The tests of the server whose outcome may differ on a given PostgreSQL and Redis. */
export const ON_SERVICES = SERVER_TESTS.filter(
  (file) =>
    ON_EVERY_DATABASE.includes(file) ||
    SORTS_OR_SEARCHES.test(file) ||
    DEPENDS_ON_SERVER.test(readFileSync(file, 'utf8')),
)
