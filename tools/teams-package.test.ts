import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'

async function run(env: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'partyline-teams-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'made', 'app.zip')
  const program = path.join(import.meta.dirname, 'teams-package.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, file], { env, encoding: 'utf8' })
  return { status, said: stdout + stderr, written: await readdir(folder), file }
}

test('the program writes the package and prints its path', async () => {
  const ENTRA_CLIENT_ID = '11111111-1111-4111-8111-111111111111'
  const { status, said, file } = await run({ PUBLIC_URL: 'https://texts.example', ENTRA_CLIENT_ID })
  expect([status, said]).toEqual([0, `The Teams app for https://texts.example is in ${file}.\n`])
  expect(Object.keys(unzipSync(await readFile(file)))).toContain('manifest.json')
})

test('with an invalid setting, it fails and writes nothing', async () => {
  const { status, said, written } = await run({ PUBLIC_URL: 'http://texts.example' })
  expect([status, written]).toEqual([1, []])
  expect(said).toBe(
    'The configuration is not complete:\n' +
      '  ENTRA_CLIENT_ID is missing\n' +
      '  PUBLIC_URL should be an https address without a path, because Teams accepts no other\n',
  )
})
