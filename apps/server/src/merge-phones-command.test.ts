import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { outsideThrough } from '@partyline/sandbox'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../tests/clinic.ts'
import { startHarness } from '../tests/harness.ts'
import type { OwnHarness } from '../tests/harness.ts'
import { mergePhonesCommand } from './merge-phones-command.ts'
import { openDatabase } from './platform/index.ts'

const TYPED = '+525515875145'
const NETWORK = '+5215515875145'

let harness: OwnHarness
beforeAll(async () => {
  harness = await startHarness()
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

async function command({ isDryRun = false, isReverse = false } = {}): Promise<string[]> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line.replace(/^[^:]*: /, ''))
  const outside = outsideThrough(harness.sandbox.url)
  await whileDown(() => mergePhonesCommand({ env: harness.settings, isDryRun, isReverse, print, outside }))
  return lines
}

test('the program takes its options', async () => {
  const program = path.join(import.meta.dirname, 'merge-phones-main.ts')
  const said = async (option: string) =>
    (await promisify(execFile)(process.execPath, [program, option], { env: harness.settings })).stdout.trim()
  await whileDown(async () => {
    expect(await said('--dry-run')).toBe('No contacts share a phone.')
    expect(await said('--reverse')).toBe('There is no merge to reverse.')
  })
})

test('contacts with one phone are listed, merged, and separated again, and the audit log says so', async () => {
  const { dana } = await openClinic(harness)
  const contacts = async () => {
    const signedIn = await harness.signIn('dana@lakeside.example')
    return (await signedIn.get('numbers.mobile')).map(({ name, number }) => [name, number])
  }
  await dana.get('numbers.addMobile', { body: { name: 'Ana', number: TYPED } })
  // An older version added the other spelling, too.
  await whileDown(async () => {
    const { DATABASE_URL, DATA_DIR } = harness.settings
    const options = { DATABASE_URL: DATABASE_URL || undefined, DATA_DIR: DATA_DIR ?? '', DATABASE_POOL: 1 }
    const database = await openDatabase(options, () => {})
    await sql`insert into contacts (tenant_id, number_id, number, name, created_at)
      select tenant_id, gen_random_uuid(), ${NETWORK}, 'Ana Network', now() from contacts`.execute(database.queries)
    await database.close()
  })
  const both = await contacts()
  expect(both).toHaveLength(2)
  const people = async () => (await harness.signIn('dana@lakeside.example')).get('contacts.search', { body: {} })
  expect(await people()).toHaveLength(2)

  const pair = `${NETWORK} (Ana Network) into ${TYPED} (Ana)`
  expect(await command({ isDryRun: true })).toEqual([`${pair}: would be merged`])
  expect(await contacts()).toEqual(both)
  expect(await command()).toEqual([`${pair}: merged, 0 chats changed`])
  expect(await contacts()).toEqual([['Ana', TYPED]])
  expect(await people()).toMatchObject([{ name: 'Ana', phones: [{ number: TYPED }] }])
  expect(await command()).toEqual(['No contacts share a phone.'])

  expect(await command({ isReverse: true, isDryRun: true })).toEqual([expect.stringMatching(/: would be reversed$/)])
  expect(await command({ isReverse: true })).toEqual([expect.stringMatching(/: reversed$/)])
  expect(await contacts()).toEqual(both)

  const admin = await harness.signIn('dana@lakeside.example')
  const entries = (await admin.get('settings.audit')).filter(({ kind }) => /^contactsMerged|^contactsSep/.test(kind))
  expect(entries.map(({ kind, by, subject, changes }) => [kind, by, subject, changes])).toEqual([
    ['contactsSeparated', null, 'Ana', [{ field: 'number', from: TYPED, to: NETWORK }]],
    ['contactsMerged', null, 'Ana', [{ field: 'number', from: NETWORK, to: TYPED }]],
  ])
})
