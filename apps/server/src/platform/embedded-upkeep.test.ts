import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { until } from '../../tests/until.ts'
import { openDatabase } from './database.ts'
import { createUpkeep } from './upkeep.ts'

const fail = (error: unknown) => {
  throw error
}

test('tables of the embedded database that changed much are vacuumed and analyzed, once', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'partyline-upkeep-'))
  const database = await openDatabase({ DATABASE_URL: undefined, DATA_DIR: folder, DATABASE_POOL: 1 }, fail)
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const { queries } = database
  await sql`create table busy (id integer primary key)`.execute(queries)
  await sql`create table quiet (id integer primary key)`.execute(queries)
  await sql`insert into quiet values (1)`.execute(queries)
  await sql`insert into busy select * from generate_series(1, 3000)`.execute(queries)
  await sql`delete from busy where id > 1000`.execute(queries)
  const state = async () => {
    const { rows } = await sql<{ name: string; dead: number; known: number }>`
      select s.relname as name, s.n_dead_tup as dead, c.reltuples as known
      from pg_stat_user_tables s join pg_class c on c.oid = s.relid order by 1`.execute(queries)
    return rows
  }
  // PostgreSQL counts what changed a moment after the commit.
  await until(async () => ((await state())[0]?.dead ?? 0) > 0)

  const log = { info: vi.fn<() => void>(), error: fail }
  let endPause: (() => void) | null = null
  const clock = {
    now: () => new Date(),
    after(_ms: number, callback: () => void) {
      endPause = callback
      return () => {}
    },
  }
  async function untilNextPause() {
    const end = endPause
    endPause = null
    end?.()
    await until(async () => endPause !== null)
  }
  const upkeep = createUpkeep({ database, clock, log })
  upkeep.start()
  expect(log.info).not.toHaveBeenCalled()
  await untilNextPause()
  expect(log.info.mock.calls).toEqual([[{ table: 'busy', ms: expect.any(Number) as number }, 'table vacuumed']])
  expect(await state()).toMatchObject([
    { name: 'busy', dead: 0, known: 1000 },
    { name: 'quiet', known: -1 },
  ])
  await untilNextPause()
  expect(log.info).toHaveBeenCalledTimes(1)
  await upkeep.stop()
})
