import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Database } from './database.ts'
import { PREPARED } from './prepared-statements.ts'

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

/** The prepared statements of the connection. */
async function keptFor(run: (db: Database['queries']) => Promise<unknown>): Promise<string[]> {
  return database.transaction(async (trx) => {
    await run(trx)
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(trx)
    return rows.map(({ statement }) => statement)
  })
}

test('a marked statement is prepared once for all values', async () => {
  const answers: number[] = []
  const kept = await keptFor(async (db) => {
    for (const value of [1, 2]) {
      const { rows } = await sql<{ value: number }>`${PREPARED}select ${value}::integer as value`.execute(db)
      answers.push(...rows.map((row) => row.value))
    }
  })
  expect(answers).toEqual([1, 2])
  expect(kept).toEqual(['/* prepared */select $1::integer as value'])
})

test('an unmarked statement is not prepared', async () => {
  expect(await keptFor((db) => sql`select ${1}::integer as value`.execute(db))).toEqual([])
})

test('at most 100 prepared statements are kept per connection', async () => {
  const kept = await keptFor(async (db) => {
    for (let count = 0; count < 150; count += 1) await sql`${PREPARED}select ${sql.raw(String(count))}`.execute(db)
  })
  expect(kept.length).toBeGreaterThan(50)
  expect(kept.length).toBeLessThanOrEqual(100)
})
