import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { freePort } from '@partyline/driver'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startCuttableProxy } from '../tests/cuttable-proxy.ts'
import { makeTestPlace } from '../tests/test-place.ts'
import type { TestPlace } from '../tests/test-place.ts'
import { until } from '../tests/until.ts'
import { openDatabase } from './platform/index.ts'

async function makePlace() {
  const place = await makeTestPlace()
  onTestFinished(() => place.remove())
  return place
}

function spawnServer(place: Pick<TestPlace, 'dataDir' | 'databaseUrl'>, env: Record<string, string>) {
  const server = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: {
      ENTRA_CLIENT_ID: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
      ENTRA_CLIENT_SECRET: 'secret',
      AUTH_SECRET: 'a'.repeat(32),
      ENCRYPTION_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
      PUBLIC_URL: 'http://localhost:3000',
      SIGN_UP: 'open',
      LOG_LEVEL: 'silent',
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  return server
}

/** A server that is expected to exit on its own. */
async function serve(env: Record<string, string>, place?: TestPlace) {
  const server = spawnServer(place ?? (await makePlace()), env)
  server.stdout.resume()
  const [complaint] = await Promise.all([text(server.stderr), once(server, 'exit')])
  return { code: server.exitCode, complaint }
}

test('a server whose port is in use reports it and exits', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const { code, complaint } = await serve({ HOST: '127.0.0.1', PORT: String(port) })
  expect([code, complaint]).toEqual([
    1,
    `Port ${port} of 127.0.0.1 is in use (EADDRINUSE). End the other program, or set PORT to another port.\n`,
  ])
})

test('a server without a required setting names it and exits', async () => {
  expect(await serve({ AUTH_SECRET: '' })).toEqual({
    code: 1,
    complaint: 'The configuration is not complete:\n  AUTH_SECRET is missing\n',
  })
})

test('a server whose embedded database lost its PG_VERSION keeps the other files and refers to the backup documentation', async () => {
  const { dataDir } = await makePlace()
  const folder = path.join(dataDir, 'damaged', 'database')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'postgresql.conf'), '')
  expect(await serve({ PORT: '0', DATABASE_URL: '', DATA_DIR: path.dirname(folder) })).toEqual({
    code: 1,
    complaint: `The embedded database in ${folder} is damaged: its file PG_VERSION is missing. Restore it from a backup: see “Backup and restore” in docs/operations.md.\n`,
  })
  expect(await readdir(folder)).toEqual(['postgresql.conf'])
})

test('a server whose database lacks a table reports the damage in one sentence', async () => {
  const place = await makePlace()
  const database = await openDatabase(
    { DATABASE_URL: place.databaseUrl, DATA_DIR: place.dataDir, DATABASE_POOL: 1 },
    () => {},
  )
  await sql`drop table tenants cascade`.execute(database.queries)
  await database.close()
  const { code, complaint } = await serve({ PORT: '0' }, place)
  expect(code).toBe(1)
  expect(complaint).toMatch(/^The .*database.* is damaged: relation "tenants" does not exist\. Restore it .*\n$/)
})

describe('a server that starts before its database', () => {
  /** The server’s log lines, as they arrive. */
  async function* logLines(output: Readable) {
    for await (const line of createInterface({ input: output })) {
      if (line.startsWith('{')) yield JSON.parse(line) as { msg: string; reason: string; retryInMs: number }
    }
  }

  async function startWaiting(databaseUrl: string) {
    const port = await freePort()
    const place = await makePlace()
    const env = { DATABASE_URL: databaseUrl, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'warn' }
    const server = spawnServer(place, env)
    const lines = logLines(server.stdout)
    const url = `http://127.0.0.1:${port}`
    return { server, nextLine: async () => (await lines.next()).value, url }
  }

  test('logs retries with growing delays, is alive but not ready, and exits on SIGTERM', async () => {
    const closedPort = await freePort()
    const { server, nextLine, url } = await startWaiting(`postgres://me:hidden@127.0.0.1:${closedPort}/partyline`)
    const reason = `PostgreSQL at 127.0.0.1:${closedPort} cannot be reached (ECONNREFUSED).`
    expect(await nextLine()).toMatchObject({ msg: 'waiting for the database', reason, retryInMs: 500 })
    expect(await nextLine()).toMatchObject({ msg: 'waiting for the database', reason, retryInMs: 1000 })

    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
    const ready = await fetch(`${url}/readyz?probe=1`)
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'starting' }])
    const call = await fetch(`${url}/api/v1/webhooks/twilio/messages`, { method: 'POST', body: 'From=1' })
    expect([call.status, await call.json()]).toMatchObject([503, { error: 'unavailable', data: null }])

    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  test.runIf(process.env['DATABASE_URL'])('becomes ready once the database accepts connections', async () => {
    const { databaseUrl = '' } = await makePlace()
    const target = new URL(databaseUrl)
    const proxy = await startCuttableProxy(Number(target.port), target.hostname)
    onTestFinished(() => proxy.close())
    proxy.shut()
    target.host = `127.0.0.1:${proxy.port}`
    const { server, nextLine, url } = await startWaiting(target.href)
    await nextLine()
    proxy.open()
    await until(async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200)
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  test.runIf(process.env['DATABASE_URL'])('exits at once if waiting cannot help', async () => {
    const missing = new URL(process.env['DATABASE_URL'] ?? '')
    missing.pathname = '/partyline_missing'
    expect(await serve({ DATABASE_URL: missing.href })).toEqual({
      code: 1,
      complaint: `There is no database “partyline_missing” on PostgreSQL at ${missing.host}. Create it as docs/operations.md says, or correct DATABASE_URL.\n`,
    })
    const stranger = new URL(process.env['DATABASE_URL'] ?? '')
    stranger.username = 'partyline_stranger'
    const { code, complaint } = await serve({ DATABASE_URL: stranger.href })
    expect(code).toBe(1)
    expect(complaint).toMatch(/^PostgreSQL at .* does not let the user “partyline_stranger” in: .*\n$/)
  })
})
