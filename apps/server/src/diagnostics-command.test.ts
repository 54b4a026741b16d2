import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '@partyline/driver'
import { outsideThrough } from '@partyline/sandbox'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../tests/clinic.ts'
import { startHarness } from '../tests/harness.ts'
import type { OwnHarness } from '../tests/harness.ts'
import { diagnosticsCommand } from './diagnostics-command.ts'

let harness: OwnHarness
let isEmbedded: boolean
beforeAll(async () => {
  harness = await startHarness()
  isEmbedded = harness.settings['DATABASE_URL'] === ''
  await openClinic(harness)
})
afterAll(() => harness.close())
afterEach(() => harness.sandbox.faults.clear())

async function command(words: readonly string[], settings: Record<string, string> = {}) {
  const lines: string[] = []
  const complaints: string[] = []
  const code = await diagnosticsCommand({
    env: { ...harness.settings, ...settings },
    words,
    print: (line) => lines.push(line),
    complain: (line) => complaints.push(line),
    outside: outsideThrough(harness.sandbox.url),
  })
  return { code, said: lines.join('\n'), complaint: complaints.join('\n') }
}

/** While the server runs, or while it is down if the database is embedded and only one process can open it. */
async function examine(...words: readonly string[]) {
  if (!isEmbedded) return command(words)
  const runs: PromiseSettledResult<Awaited<ReturnType<typeof command>>>[] = []
  // The server is restarted even if the command fails.
  await harness.restart(async () => void runs.push(...(await Promise.allSettled([command(words)]))))
  const [run] = runs
  if (run?.status !== 'fulfilled') throw run?.reason
  return run.value
}

test('a healthy organization passes every check, and the command exits with 0', async () => {
  const { code, said } = await examine('lakeside.example')
  expect(code).toBe(0)
  expect(said).toMatch(/^lakeside\.example$/m)
  expect(said).toMatch(
    /^ {2}Passed {5}Account SID and Auth Token: The account AC[0-9a-f]{32} is accepted by Twilio\.$/m,
  )
  expect(said).toMatch(/^ {2}Passed {5}After hours, Address for texts: Texts to it come to Partyline\.$/m)
  expect(said).toContain(
    isEmbedded ? 'Not tried  Signed test to our own address' : 'Passed     Signed test to our own address',
  )
})

test('one failed check of one organization makes the command exit with 1, with a hint below the check', async () => {
  harness.sandbox.faults.set({ faults: { accountSuspended: {} } })
  const { code, said } = await examine()
  expect(code).toBe(1)
  expect(said).toMatch(
    /Failed {5}State of the account: Twilio has suspended the account.*\n +Open the Twilio Console\./,
  )
  expect(said).toMatch(/^northgate\.example$/m)
})

test('no secrets are printed', async () => {
  const { said } = await examine()
  const { AUTH_SECRET, ENTRA_CLIENT_SECRET, ENCRYPTION_KEYS, DATABASE_URL } = harness.settings
  const secrets = [AUTH_SECRET, ENTRA_CLIENT_SECRET, ENCRYPTION_KEYS, harness.sandbox.world.twilio.authToken]
  for (const secret of [...secrets, DATABASE_URL].filter(Boolean)) expect(said).not.toContain(secret)
})

test('an unknown organization name is rejected, even if it is part of a known one', async () => {
  await expect(examine('lakeside')).rejects.toThrow(
    'There is no organization lakeside. Name one by domain or directory id: lakeside.example, northgate.example',
  )
})

test('a missing embedded database is reported, not created', async () => {
  const folder = path.join(harness.settings['DATA_DIR'] ?? '', 'elsewhere')
  const { code, complaint } = await command([], { DATABASE_URL: '', DATA_DIR: folder })
  expect([code, complaint]).toEqual([
    2,
    `There is no database in ${path.join(folder, 'database')}. Set DATABASE_URL or DATA_DIR as the server has it.`,
  ])
  expect(existsSync(folder)).toBe(false)
})

test('the embedded database of a running server is not opened', async ({ skip }) => {
  skip(!isEmbedded)
  const { code, complaint } = await command([])
  expect([code, complaint]).toEqual([
    2,
    'The server runs and holds the embedded database. Open Diagnostics in the administration instead.',
  ])
})

describe('the command’s process', () => {
  async function diagnose(settings: Record<string, string>) {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, '../tests/diagnostics-process.ts')], {
      env: {
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        ...harness.settings,
        ...settings,
        SANDBOX_URL: harness.sandbox.url,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [complaint] = await Promise.all([text(child.stderr), once(child, 'exit')])
    return { code: child.exitCode, complaint }
  }

  test('reports missing settings and exits with 2', async () => {
    expect(await diagnose({ AUTH_SECRET: '' })).toEqual({
      code: 2,
      complaint: 'The configuration is not complete:\n  AUTH_SECRET is missing\n',
    })
  })

  test('reports an unreachable PostgreSQL without a stack trace', async () => {
    const { code, complaint } = await diagnose({
      DATABASE_URL: `postgres://me:hidden@127.0.0.1:${await freePort()}/texts`,
    })
    expect(code).toBe(2)
    expect(complaint).toMatch(/^PostgreSQL at 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)\.\n$/)
  })

  test('reports a missing database without a stack trace', async () => {
    const nowhere = path.join(harness.settings['DATA_DIR'] ?? '', 'nowhere')
    const { code, complaint } = await diagnose({ DATABASE_URL: '', DATA_DIR: nowhere })
    expect([code, complaint]).toEqual([
      2,
      `There is no database in ${path.join(nowhere, 'database')}. Set DATABASE_URL or DATA_DIR as the server has it.\n`,
    ])
  })
})
