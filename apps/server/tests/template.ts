import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freshDatabase } from '@partyline/driver'
import type { TestProject } from 'vitest/node'
import { migrations } from '../src/migrations/index.ts'
import { migrate, openDatabase } from '../src/platform/index.ts'

/** A database with all tables and no row. */
export type Template = {
  /** On the PostgreSQL of `DATABASE_URL`. */
  name: string | undefined
  /** The data folder of the embedded one. */
  folder: string
}

declare module 'vitest' {
  interface ProvidedContext {
    template: Template
  }
}

/** Made once a run, and copied for each test: that is quicker than to make one. */
export default async function makeTemplate({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'partyline-template-'))
  const server = await freshDatabase()
  const database = await openDatabase({ DATABASE_URL: server.url, DATA_DIR: folder, DATABASE_POOL: 1 }, (error) => {
    throw error
  })
  await migrate(database.queries, migrations)
  await database.close()
  provide('template', { name: server.name, folder })
  return async () => {
    await server.drop()
    await rm(folder, { recursive: true, force: true })
  }
}
