import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freshDatabase } from '@partyline/driver'
import { AwsClient } from 'aws4fetch'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openTestBucket } from '../src/media/tests/test-bucket.ts'
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

/** One hash of all rows for each table, independent of their order. */
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

/** Sends texts with a picture one after another until it is stopped. */
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

/** Where files are, and how they are copied to a folder and back. */
type Files = {
  settings: Record<string, string>
  backUp(folder: string): Promise<void>
  /** Into an empty place; returns its settings. */
  restore(folder: string): Promise<Record<string, string>>
}

/** As docs/operations.md describes: unfinished files can disappear at any moment. */
async function filesInFolder(): Promise<Files> {
  const dataDir = await temporaryFolder('data')
  const filter = (source: string) => path.basename(source) !== 'unfinished'
  return {
    settings: { DATA_DIR: dataDir },
    backUp: (folder) => cp(path.join(dataDir, 'media'), folder, { recursive: true, filter }),
    async restore(folder) {
      const target = await temporaryFolder('data')
      await cp(folder, path.join(target, 'media'), { recursive: true })
      return { DATA_DIR: target }
    },
  }
}

/** Like `aws s3 sync`. */
async function filesInBucket(): Promise<Files> {
  const bucket = await openTestBucket()
  onTestFinished(() => bucket.close())
  const signer = new AwsClient({ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1', service: 's3' })
  const { hostname: name, pathname: prefix } = new URL(bucket.settings['MEDIA_URL'] ?? '')
  const base = `${bucket.settings['S3_ENDPOINT']}/${name}`
  return {
    settings: bucket.settings,
    async backUp(folder) {
      const listed = await (await signer.fetch(`${base}?list-type=2&prefix=${prefix.slice(1)}/`)).text()
      for (const [, key = ''] of listed.matchAll(/<Key>([^<]+)<\/Key>/g)) {
        const target = path.join(folder, key.slice(prefix.length))
        await mkdir(path.dirname(target), { recursive: true })
        await writeFile(target, Buffer.from(await (await signer.fetch(`${base}/${key}`)).arrayBuffer()))
      }
    },
    async restore(folder) {
      const target = await openTestBucket()
      onTestFinished(() => target.close())
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue
        const file = path.join(entry.parentPath, entry.name)
        await target.open().write(path.relative(folder, file), await readFile(file))
      }
      return target.settings
    },
  }
}

async function temporaryFolder(kind: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `partyline-${kind}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Needs PostgreSQL and its programs. */
describe.runIf(process.env['DATABASE_URL'])('a backup during sending', () => {
  test.each([
    ['a folder', filesInFolder],
    ['a bucket', filesInBucket],
  ])(
    'restores to identical rows, and a server with them serves every file: %s',
    // Only against hanging, because a busy machine is slow.
    { timeout: 300_000 },
    async (_, openFiles) => {
      const place = await makeTestPlace()
      const databaseUrl = place.databaseUrl ?? ''
      const files = await openFiles()
      const harness = await startHarness({ env: { DATABASE_URL: databaseUrl, ...files.settings } })
      const backup = await temporaryFolder('backup')
      const target = await freshDatabase({ template: 'template0' })
      onTestFinished(async () => {
        await harness.close()
        await place.remove()
        await target.drop()
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
      await files.backUp(path.join(backup, 'media'))
      const wanted = await hashTables(observer)
      await observer.end()
      await until(async () => load.count() > before)
      await load.stop()

      await run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${target.url}`, file])
      const restored = await connect(target.url ?? '')
      expect(await hashTables(restored)).toEqual(wanted)
      expect(wanted['public.all_messages']).not.toMatch(/^0 /)
      // Counts attached files only: a file is stored before its message, and the backup may be between the two.
      const attached = await restored.query<{ count: number }>('select count(*)::int as count from message_media')
      await restored.end()

      const settings = await files.restore(path.join(backup, 'media'))
      const second = await startHarness({ env: { DATABASE_URL: target.url ?? '', ...settings } })
      onTestFinished(() => second.close())
      const dana = await second.signIn('dana@lakeside.example')
      const messages = await dana.get('messages.list', { params: { chatId: chat.id }, query: { limit: 200 } })
      const pictures = messages.flatMap(({ media }) => media)
      expect(pictures.length).toBeGreaterThan(3)
      expect(pictures).toHaveLength(attached.rows[0]?.count ?? 0)
      const headers = { authorization: `Bearer ${dana.accessToken}` }
      for (const { publicLink } of pictures) {
        const picture = await fetch(second.url + new URL(publicLink).pathname, { headers })
        expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(DOT)
      }
    },
  )
})
