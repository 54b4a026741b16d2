import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSettingsFile } from './settings-file.ts'

test('a settings file is parsed like systemd parses an environment file', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'partyline-settings-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'environment')
  const lines = [
    '# PORT=1',
    '; HOST=1',
    '',
    'APP_NAME="Lakeside Clinic" ',
    "ENTRA_CLIENT_SECRET='a b'",
    'AUTH_SECRET=a#b=c',
    'REDIS_URL=',
    'not a setting',
  ]
  await writeFile(file, lines.join('\r\n'))
  expect(readSettingsFile(file)).toEqual({
    APP_NAME: 'Lakeside Clinic',
    ENTRA_CLIENT_SECRET: 'a b',
    AUTH_SECRET: 'a#b=c',
    REDIS_URL: '',
  })
})

test('the error for a missing file names it', () => {
  expect(() => readSettingsFile('/nowhere/environment')).toThrow(
    'The settings in /nowhere/environment cannot be read (ENOENT). Name another one.',
  )
})
