import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import { searchStep } from './search-step.ts'

// The embedded database ignores the timeout. There only the size of a step bounds it.
test.runIf(process.env['DATABASE_URL'])(
  'a search step that exceeds its timeout is canceled and answers 503',
  async () => {
    const database = await openTestDatabase()
    const step = searchStep(database, (db) => sql`select pg_sleep(60)`.execute(db), 20)
    await expect(step).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    await database.close()
  },
)
