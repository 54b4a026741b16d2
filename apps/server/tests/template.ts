import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freshDatabase } from '@partyline/driver'
import type { TestProject } from 'vitest/node'
import { migrations } from '../src/migrations/index.ts'
import { createJobs, createLog, migrate, openDatabase } from '../src/platform/index.ts'

/** A database with all tables, those of the jobs too, and no row of ours. */
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

// TypeScript knows it together with the browser's types only.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

/** Made once a run, and copied for each test: that is quicker than to make one. */
export default async function makeTemplate({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'partyline-template-'))
  const server = await freshDatabase()
  const held = server.url ? [] : [await compileEmbeddedDatabase()]
  const database = await openDatabase({ DATABASE_URL: server.url, DATA_DIR: folder, DATABASE_POOL: 1 }, (error) => {
    throw error
  })
  await migrate(database.queries, migrations)
  const jobs = createJobs(database, createLog('silent'))
  await jobs.start()
  await jobs.stop()
  await database.close()
  provide('template', { name: server.name, folder })
  return async () => {
    held.pop()
    await server.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * V8 compiles the same WebAssembly once a process, for as long as somebody holds it: each test's database then starts
 * compiled, because the tests run in threads of this process.
 */
async function compileEmbeddedDatabase(): Promise<object> {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return WebAssembly.compile(await readFile(path.join(path.dirname(main), 'pglite.wasm')))
}
