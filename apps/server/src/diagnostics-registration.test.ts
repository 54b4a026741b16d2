import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSandbox, outsideThrough } from '@partyline/sandbox'
import type { Sandbox } from '@partyline/sandbox'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { testEnvironment } from '../tests/harness.ts'
import { makeTestPlace } from '../tests/test-place.ts'
import type { TestPlace } from '../tests/test-place.ts'
import { diagnosticsCommand } from './diagnostics-command.ts'
import type { Outside } from './platform/index.ts'

const PUBLIC_URL = 'https://texts.example'
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const WRONG_SECRET = 'the id of the secret'

let sandbox: Sandbox
let place: TestPlace
let lakeside: string
let northgate: string
beforeAll(async () => {
  place = await makeTestPlace()
  sandbox = await createSandbox({ port: 0, appUrl: PUBLIC_URL })
  const directoryOf = (name: string) => sandbox.world.directories.find(({ domain }) => domain === name)?.tenantId ?? ''
  lakeside = directoryOf('lakeside.example')
  northgate = directoryOf('northgate.example')
})
afterAll(async () => {
  await sandbox.close()
  await place.remove()
})

/** On a server where no one has signed in yet. */
async function diagnose(settings: Record<string, string> = {}, outside?: Outside) {
  const lines: string[] = []
  const code = await diagnosticsCommand({
    env: {
      ...testEnvironment({ port: 3000, ...place }),
      PUBLIC_URL,
      SIGN_UP: 'allow-list',
      ALLOWED_TENANTS: lakeside,
      ...settings,
    },
    words: [],
    print: (line) => lines.push(line),
    complain: (line) => lines.push(line),
    outside: outside ?? outsideThrough(sandbox.url),
  })
  return { code, said: lines.map((line) => line.trim().replace(/ {2,}/g, ' ')) }
}

/** Entra with a fixed response. */
const answering = (answer: () => Response): Outside => ({
  fetch: async () => answer(),
  browserUrl: (url) => url,
})

test('client ID, secret, and redirect URIs are verified before anyone has signed in', async () => {
  const { code, said } = await diagnose()
  expect(code).toBe(0)
  expect(said).toEqual([
    'Sign-in with Microsoft',
    expect.stringMatching(/^Passed Application \(client\) ID: Microsoft Entra knows the app [\w-]{36}\.$/),
    `Passed Redirect URI for sign-in: ${PUBLIC_URL}/api/auth/callback/azure-ad is registered.`,
    `Passed Redirect URI for admin consent: ${PUBLIC_URL}/admin/consent is registered.`,
    'Passed Client secret: Microsoft Entra accepts the secret.',
    'No organization has signed up yet.',
  ])
})

test('a wrong secret fails, also in a directory without consent, and is not printed', async () => {
  for (const ALLOWED_TENANTS of [lakeside, northgate]) {
    const { code, said } = await diagnose({ ENTRA_CLIENT_SECRET: WRONG_SECRET, ALLOWED_TENANTS })
    expect(code).toBe(1)
    expect(said).toContain('Failed Client secret: Microsoft Entra does not accept the secret.')
    expect(said.join()).not.toContain(WRONG_SECRET)
  }
})

test('a wrong client ID fails', async () => {
  const { code, said } = await diagnose({ ENTRA_CLIENT_ID: UNKNOWN })
  expect(code).toBe(1)
  expect(said).toContain(`Failed Application (client) ID: Microsoft Entra does not know the app ${UNKNOWN}.`)
  expect(said).toContain('Not tried Client secret: This shows only when Microsoft Entra knows the app.')
})

test('an unregistered redirect URI fails, for sign-in and for admin consent', async () => {
  const { code, said } = await diagnose({ PUBLIC_URL: 'https://other.example' })
  expect(code).toBe(1)
  expect(said).toContain(
    'Failed Redirect URI for sign-in: https://other.example/api/auth/callback/azure-ad is not registered.',
  )
  expect(said).toContain(
    'Failed Redirect URI for admin consent: https://other.example/admin/consent is not registered.',
  )
})

test('a nonexistent directory in ALLOWED_TENANTS fails', async () => {
  const { code, said } = await diagnose({ ALLOWED_TENANTS: `${UNKNOWN},${lakeside}` })
  expect(code).toBe(1)
  expect(said).toContain(`Failed ALLOWED_TENANTS: Microsoft Entra knows no directory ${UNKNOWN}.`)
  expect(said).toContain('Passed Client secret: Microsoft Entra accepts the secret.')
})

test('a secret is not checked if no directory has consented', async () => {
  const { code, said } = await diagnose({ ALLOWED_TENANTS: northgate })
  expect(code).toBe(0)
  expect(said.join()).toContain('Not tried Client secret: No directory that is known here has consented to the app')
})

test('every check fails if Microsoft is unreachable', async () => {
  const away = answering(() => {
    throw new TypeError('fetch failed')
  })
  const { code, said } = await diagnose({}, away)
  expect(code).toBe(1)
  expect(said.filter((line) => line.includes('login.microsoftonline.com cannot be reached.'))).toHaveLength(4)
})

test('the command exits with 2 if nothing could be checked', async () => {
  const page = answering(() => new Response('<html>Sign in to your account</html>'))
  const { code, said } = await diagnose({ SIGN_UP: 'open', ALLOWED_TENANTS: '' }, page)
  expect(code).toBe(2)
  expect(said.filter((line) => line.startsWith('Not tried'))).toHaveLength(4)
})

test.each([
  [50_194, 'Failed Application (client) ID: The app accepts only accounts of its own directory.'],
  [7_000_112, 'Failed Application (client) ID: The app is disabled in Microsoft Entra.'],
])('AADSTS%i on Entra’s page is explained', async (number, line) => {
  const page = answering(() => new Response(`<html>AADSTS${number}: An error</html>`))
  const { code, said } = await diagnose({}, page)
  expect(code).toBe(1)
  expect(said).toContain(line)
})

test('an expired secret is distinguished from a wrong one', async () => {
  const body = { error: 'invalid_client', error_description: 'AADSTS7000222: expired', error_codes: [7_000_222] }
  const { code, said } = await diagnose(
    {},
    answering(() => Response.json(body, { status: 401 })),
  )
  expect(code).toBe(1)
  expect(said).toContain('Failed Client secret: The secret has expired.')
})

test.runIf(process.getuid?.() === 0)(
  'root does not write to a database folder that belongs to another user',
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'partyline-foreign-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const folder = path.join(dataDir, 'database')
    await mkdir(folder)
    await writeFile(path.join(folder, 'PG_VERSION'), '18')
    await chown(folder, 65_534, 65_534)
    const { code, said } = await diagnose({ DATABASE_URL: '', DATA_DIR: dataDir })
    expect([code, said.at(-1)]).toEqual([
      2,
      `${folder} belongs to the user of the server. Name this user: --user partyline`,
    ])
  },
)
