import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort, freshDatabase } from '@partyline/driver'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testEnvironment } from './harness.ts'
import { until } from './until.ts'

const ROUNDS = 3
const TOGETHER = 3

/** A process that has loaded its code and waits for the signal to start. */
async function loadProcess(env: Record<string, string>) {
  const child = fork(path.join(import.meta.dirname, 'app-process.ts'), {
    env: { ...process.env, ...env, START_TOGETHER: 'true', SANDBOX_URL: 'http://127.0.0.1:9' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const complaint = child.stderr ? text(child.stderr) : ''
  await once(child, 'message')
  return {
    /** Null if it listens, or its error output if it has exited. */
    async start() {
      const outcome = Promise.race([once(child, 'message').then(() => null), once(child, 'exit').then(() => complaint)])
      child.send('start')
      return outcome
    },
    async end() {
      const ended = once(child, 'exit')
      if (child.kill('SIGKILL')) await ended
    },
  }
}

/** The number of rolled back transactions in a database, once no one is connected to it. */
async function rollbacksOf(url: string): Promise<number> {
  const name = new URL(url).pathname.slice(1)
  const client = new Client({ connectionString: process.env['DATABASE_URL'] })
  await client.connect()
  await until(async () => {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name])
    return rowCount === 0
  })
  const { rows } = await client.query<{ rollbacks: string }>(
    'select xact_rollback as rollbacks from pg_stat_database where datname = $1',
    [name],
  )
  await client.end()
  return Number(rows[0]?.rollbacks)
}

/** On an empty database, where the schema has to be created. */
async function startTogether(dataDir: string) {
  const database = await freshDatabase()
  const env = testEnvironment({ port: 0, dataDir, databaseUrl: database.url })
  const loaded = await Promise.all(
    Array.from({ length: TOGETHER }, async () => loadProcess({ ...env, PORT: String(await freePort()) })),
  )
  const outcomes = await Promise.all(loaded.map((one) => one.start()))
  for (const one of loaded) await one.end()
  const rollbacks = await rollbacksOf(database.url ?? '')
  await database.drop()
  return { outcomes, rollbacks }
}

test.runIf(process.env['DATABASE_URL'])(
  'processes started concurrently on a new PostgreSQL all start, without a rolled back transaction',
  // Only against hanging, because a busy machine is slow.
  { timeout: 600_000 },
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'partyline-together-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    for (let round = 1; round <= ROUNDS; round++) {
      const { outcomes, rollbacks } = await startTogether(dataDir)
      expect(outcomes).toEqual(Array.from({ length: TOGETHER }, () => null))
      expect(rollbacks).toBe(0)
    }
  },
)
