import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freshDatabase } from '@partyline/driver'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import { makeTestPlace } from './test-place.ts'
import { until } from './until.ts'

const run = promisify(execFile)
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

/** One hash of all rows for each table, whatever their order. */
async function hashTables(client: Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ hash: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as hash from ${name} t`,
    )
    hashes[name] = rows[0]?.hash ?? ''
  }
  return hashes
}

/** Sends one text with a picture after the other, until it is stopped. */
function keepSending({ dana }: Clinic, chatId: string) {
  const stopping = new AbortController()
  let sent = 0
  async function work() {
    while (!stopping.signal.aborted) {
      const form = new FormData()
      form.set('Message', `Text ${sent}`)
      form.set('Media', new File([Buffer.from(DOT, 'base64')], 'dot.png', { type: 'image/png' }))
      await dana.get('messages.send', { params: { chatId }, form, headers: { 'idempotency-key': randomUUID() } })
      sent += 1
    }
  }
  const done = work()
  return {
    count: () => sent,
    stop() {
      stopping.abort()
      return done
    },
  }
}

/** Needs PostgreSQL and its programs. */
test.runIf(process.env['DATABASE_URL'])(
  'a backup taken while texts are sent restores to the same rows, with every file',
  // A busy machine is slow; only against hanging.
  { timeout: 300_000 },
  async () => {
    const place = await makeTestPlace()
    const databaseUrl = place.databaseUrl ?? ''
    const harness = await startHarness({ env: { DATABASE_URL: databaseUrl, DATA_DIR: place.dataDir } })
    const backup = await mkdtemp(path.join(tmpdir(), 'partyline-backup-'))
    const target = await freshDatabase('template0')
    onTestFinished(async () => {
      await harness.close()
      await place.remove()
      await target.drop()
      await rm(backup, { recursive: true, force: true })
    })
    const clinic = await openClinic(harness)
    const phone = await clinic.contact('Marta Rivera', '+12025550142')
    const chat = await clinic.chat('Marta', [clinic.dana.id, phone.memberId])
    const load = keepSending(clinic, chat.id)
    await until(async () => load.count() > 3)

    const observer = await connect(databaseUrl)
    await observer.query('begin isolation level repeatable read read only')
    const { rows } = await observer.query<{ id: string }>('select pg_export_snapshot() as id')
    const before = load.count()
    const file = path.join(backup, 'database')
    await run('pg_dump', ['--format=custom', `--snapshot=${rows[0]?.id}`, `--file=${file}`, databaseUrl])
    // As docs/operations.md says: what is still being written may be gone at any moment.
    const filter = (source: string) => path.basename(source) !== 'unfinished'
    await cp(path.join(place.dataDir, 'media'), path.join(backup, 'media'), { recursive: true, filter })
    const wanted = await hashTables(observer)
    await observer.end()
    await until(async () => load.count() > before)
    await load.stop()

    await run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${target.url}`, file])
    const restored = await connect(target.url ?? '')
    expect(await hashTables(restored)).toEqual(wanted)
    expect(wanted['public.messages']).not.toMatch(/^0 /)

    const { rows: files } = await restored.query<{ key: string }>(
      `select directory || '/' || file_id as key from files`,
    )
    await restored.end()
    const kept = new Set(await readdir(path.join(backup, 'media'), { recursive: true }))
    expect(files.length).toBeGreaterThan(3)
    expect(files.filter(({ key }) => !kept.has(key))).toEqual([])
  },
)
