import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startEmbeddedDatabase } from './embedded-database.ts'
import { OperatorError } from './operator-error.ts'

let home: string
/** Of a database that was created and closed. */
let intact: string
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'partyline-embedded-'))
  intact = path.join(home, 'database')
  // What a crash during an earlier creation has left.
  await mkdir(`${intact}-unfinished`)
  await writeFile(path.join(`${intact}-unfinished`, 'PG_VERSION'), '')
  await (await startEmbeddedDatabase(intact)).close()
})
afterAll(() => rm(home, { recursive: true, force: true }))

async function damaged(name: string, damage: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(home, name)
  await cp(intact, folder, { recursive: true })
  await damage(folder)
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const refusal = (folder: string) =>
  startEmbeddedDatabase(folder).then(
    () => null,
    (error: unknown) => (error instanceof OperatorError ? error.message : error),
  )
const RESTORE = 'Restore it from a backup: see “Backup and restore” in docs/operations.md.'

test('a new database is complete, or not there at all', async () => {
  expect(await readdir(home)).toEqual(['database'])
  expect(await readdir(intact)).toContain('PG_VERSION')
})

test('a folder without PG_VERSION is refused, and not replaced by an empty database', async () => {
  const folder = await damaged('unmarked', (at) => rm(path.join(at, 'PG_VERSION')))
  const before = await readdir(folder)
  expect(await refusal(folder)).toBe(
    `The embedded database in ${folder} is damaged: its file PG_VERSION is missing. ${RESTORE}`,
  )
  expect(await readdir(folder)).toEqual(before)
})

test('a folder that lacks another file is refused with the reason, and can be opened when it is back', async () => {
  const folder = await damaged('incomplete', (at) => rm(path.join(at, 'global/pg_control')))
  const reason = 'could not open file "global/pg_control": No such file or directory'
  expect(await refusal(folder)).toBe(`The embedded database in ${folder} cannot be opened: ${reason}. ${RESTORE}`)
  await cp(path.join(intact, 'global/pg_control'), path.join(folder, 'global/pg_control'))
  await (await startEmbeddedDatabase(folder)).close()
})

test('a folder of another version of PostgreSQL is refused with both versions', async () => {
  const folder = await damaged('older', (at) => writeFile(path.join(at, 'PG_VERSION'), '16\n'))
  expect(await refusal(folder)).toMatch(/cannot be opened: .* PostgreSQL version 16, .* this version 18/)
})
