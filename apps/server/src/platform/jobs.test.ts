import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Database } from './database.ts'
import { createJobs } from './jobs.ts'
import type { Jobs } from './jobs.ts'
import { currentRequestId, onBehalfOf } from './request-id.ts'

let database: Database
let jobs: Jobs
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  jobs = createJobs(database, fastify().log)
})
afterEach(() => jobs.stop())

const enqueue = (group: string, data: object) =>
  database.transaction((trx) => jobs.enqueue(trx, 'letters', { group, data }))

test('a job has its request’s ID, and a heartbeat of one minute', async () => {
  const done = Promise.withResolvers<object>()
  jobs.define('letters', async (letter) => done.resolve({ letter, requestId: currentRequestId() }))
  await jobs.start()
  await onBehalfOf('a request', () => enqueue('clinic', { to: 'Marta' }))
  expect(await done.promise).toEqual({ letter: { to: 'Marta' }, requestId: 'a request' })
  const { rows } = await sql<{ seconds: number }>`
    select heartbeat_seconds as seconds from jobs.job where name = 'letters'`.execute(database.queries)
  expect(rows).toEqual([{ seconds: 60 }])
})

test('without a handler the database is not asked for jobs', async () => {
  const query = vi.spyOn(database.pool, 'query')
  await jobs.start()
  expect(query).not.toHaveBeenCalled()
  query.mockRestore()
})

test('a group runs one job at a time, without delaying other groups', async () => {
  const begun: string[] = []
  const released = Promise.withResolvers<void>()
  const others = Promise.withResolvers<void>()
  jobs.define<{ to: string }>('letters', async ({ to }) => {
    begun.push(to)
    if (to.startsWith('slow')) await released.promise
    else others.resolve()
  })
  await jobs.start()
  for (let letter = 1; letter <= 8; letter++) await enqueue('slow', { to: `slow ${letter}` })
  await enqueue('quick', { to: 'quick' })
  await others.promise
  expect(begun.filter((to) => to !== 'quick')).toHaveLength(1)
  released.resolve()
})
