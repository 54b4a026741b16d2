import { outsideThrough } from '@partyline/sandbox'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHarness } from '../tests/harness.ts'
import type { OwnHarness } from '../tests/harness.ts'
import { nameAdminCommand } from './name-admin-command.ts'
import { openDatabase } from './platform/index.ts'

const LAKESIDE = 'lakeside.example'
const DANA = '0b6f2c1e-9a47-4d0c-8a53-5c1d7e9f0a11'
const OMAR = '1c7e3d2f-8b58-4e1d-9b64-6d2e8fa01b12'
const MEI = '2d8f4e30-7c69-4f2e-8c75-7e3f90b12c13'
const RUTH = '2e905f41-0d7a-4a3f-9d86-8f40a1c23d14'
const NOBODY = '99999999-9999-4999-8999-999999999999'
const USAGE = 'Use it like this'

let harness: OwnHarness
beforeAll(async () => {
  harness = await startHarness()
  const dana = await harness.signIn('dana@lakeside.example')
  await dana.get('settings.consented')
  for (const [userId, name] of [
    [OMAR, 'Omar Haddad'],
    [MEI, 'Mei Tanaka'],
  ] as const) {
    await dana.get('settings.addUser', { body: { userId, role: 'User', name } })
  }
})
afterAll(() => harness.close())

/** Runs while the server is down, because an embedded database serves one process. */
async function whileDown(work: () => Promise<unknown>) {
  const failures: unknown[] = []
  await harness.restart(async () => {
    await work().catch((error: unknown) => failures.push(error))
  })
  if (failures.length > 0) throw failures[0]
}

/** Runs the command, and returns its output. */
async function command(words: readonly string[], name?: string): Promise<string> {
  const lines: string[] = []
  const outside = outsideThrough(harness.sandbox.url)
  const print = (line: string) => void lines.push(line)
  await whileDown(() => nameAdminCommand({ env: harness.settings, words, name, usage: USAGE, print, outside }))
  return lines.join(' ')
}

const setUser = (userId: string, change: string) =>
  whileDown(async () => {
    const { DATABASE_URL, DATA_DIR } = harness.settings
    const options = { DATABASE_URL: DATABASE_URL || undefined, DATA_DIR: DATA_DIR ?? '', DATABASE_POOL: 1 }
    const database = await openDatabase(options, () => {})
    await sql.raw(`update users set ${change} where user_id = '${userId}'`).execute(database.queries)
    await database.close()
  })

test('while an Admin is enabled, no one is named', async () => {
  await expect(command([LAKESIDE, OMAR])).rejects.toThrow('Dana Cole is an enabled Admin')
})

test('once the last Admin has left, a user becomes Admin, and the log says that the operator did it', async () => {
  await setUser(DANA, "left_directory_at = '2026-11-27T09:00:00Z'")
  await setUser(MEI, 'disabled = true')
  await expect(command([LAKESIDE, DANA])).rejects.toThrow('Dana Cole has left the organization. Name someone else.')
  await expect(command([LAKESIDE, MEI])).rejects.toThrow('Mei Tanaka was disabled by an Admin.')
  await expect(command([LAKESIDE, RUTH])).rejects.toThrow('not a user yet')
  await expect(command([LAKESIDE, NOBODY], 'Nobody')).rejects.toThrow('has no such person')
  await expect(command(['elsewhere.example', OMAR])).rejects.toThrow('There is no organization elsewhere.example.')
  for (const words of [[], [LAKESIDE], [LAKESIDE, 'omar'], [LAKESIDE, OMAR, MEI]]) {
    await expect(command(words)).rejects.toThrow(USAGE)
  }
  expect(await command([LAKESIDE, OMAR])).toBe('Omar Haddad is Admin of lakeside.example now.')
  const omar = await harness.signIn('omar@lakeside.example')
  const [entry] = await omar.get('settings.audit', { query: { kind: 'adminNamed' } })
  expect(entry).toMatchObject({
    by: null,
    subject: 'Omar Haddad',
    changes: [{ field: 'role', from: 'User', to: 'Admin' }],
  })
  await expect(command([LAKESIDE, OMAR])).rejects.toThrow('Omar Haddad is an enabled Admin')
})

test('if no user is left, a person of the directory is added', async () => {
  await setUser(OMAR, "left_directory_at = '2026-11-27T09:00:00Z'")
  expect(await command([LAKESIDE, RUTH], 'Ruth Alvarez')).toBe('Ruth Alvarez is Admin of lakeside.example now.')
  const ruth = await harness.signIn('ruth@lakeside.example')
  expect(await ruth.get('users.me')).toMatchObject({ name: 'Ruth Alvarez', role: 'Admin' })
})
