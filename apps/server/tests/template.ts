import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createPostgresCluster, dropDatabases, freshDatabase, hasPostgres } from '@partyline/driver'
import type { PostgresCluster } from '@partyline/driver'
import type { TestProject } from 'vitest/node'
import { schema } from '../database/index.ts'
import { migrate, openDatabase } from '../src/platform/index.ts'

/** A database with all tables, and no row of ours. */
export type Template = {
  /** With which the names of the run's databases and folders begin. Whatever of them remains goes at its end. */
  prefix: string
  /** The PostgreSQL server it is on, and its name there; without, it is the embedded one. */
  serverUrl: string | undefined
  name: string | undefined
  /** The data folder of the embedded one. */
  folder: string
  /** Such a folder before any table was created. To create one takes six times as long as to open a copy. */
  emptyFolder: string
}

declare module 'vitest' {
  interface ProvidedContext {
    template: Template
  }
}

/** The project whose tests run on the embedded database, wherever the others run. */
const EMBEDDED = 'embedded'

/** Made once per run and copied for each test, which is faster than migrating. */
export default async function makeTemplate({ name, provide }: TestProject): Promise<() => Promise<void>> {
  const prefix = `partyline_test_${randomBytes(4).toString('hex')}`
  const folder = await mkdtemp(path.join(tmpdir(), `${prefix}_`))
  const emptyFolder = `${folder}_empty`
  const postgres = name === EMBEDDED ? null : await choosePostgres()
  const server = await freshDatabase({ server: postgres?.url ?? '', prefix })
  const open = () =>
    openDatabase({ DATABASE_URL: server.url, DATA_DIR: folder, DATABASE_POOL: 1 }, (error) => {
      throw error
    })
  if (!postgres) {
    await (await open()).close()
    await cp(folder, emptyFolder, { recursive: true })
  }
  const database = await open()
  await migrate(database.queries, schema)
  await database.close()
  provide('template', { prefix, serverUrl: postgres?.url, name: server.name, folder, emptyFolder })
  return async () => {
    if (postgres) await dropDatabases({ server: postgres.url, prefix })
    await postgres?.close()
    for (const name of await readdir(tmpdir())) {
      if (name.startsWith(prefix)) await rm(path.join(tmpdir(), name), { recursive: true, force: true })
    }
  }
}

/** The server of `DATABASE_URL`, or else a private one without fsync; null where PostgreSQL is not installed. */
async function choosePostgres(): Promise<Pick<PostgresCluster, 'url' | 'close'> | null> {
  const url = process.env['DATABASE_URL']
  if (url) return { url, close: async () => {} }
  return hasPostgres ? createPostgresCluster({ durable: false }) : null
}
