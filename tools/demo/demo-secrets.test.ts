import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { demoSecrets } from './demo-secrets.ts'

async function dataFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'partyline-demo-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return { dataDir: path.join(folder, 'data'), file: path.join(folder, 'data', 'demo-secrets.json') }
}

test('secrets are created once, in a file that only its owner can read', async () => {
  const { dataDir, file } = await dataFolder()
  const secrets = demoSecrets(dataDir)
  expect(Object.values(secrets)).not.toContain('')
  expect(demoSecrets(dataDir)).toEqual(secrets)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('a demo of an earlier version keeps its secrets and gets those for push', async () => {
  const { dataDir, file } = await dataFolder()
  const { AUTH_SECRET, ENCRYPTION_KEYS } = demoSecrets(dataDir)
  await writeFile(file, JSON.stringify({ AUTH_SECRET, ENCRYPTION_KEYS }))
  const secrets = demoSecrets(dataDir)
  expect(secrets).toMatchObject({ AUTH_SECRET, ENCRYPTION_KEYS, VAPID_SUBJECT: expect.stringContaining('mailto:') })
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(secrets)
  expect(demoSecrets(dataDir)).toEqual(secrets)
})
