import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { makeTestPlace } from '../tests/test-place.ts'

async function makePlace() {
  const place = await makeTestPlace()
  onTestFinished(() => place.remove())
  return place
}

async function serve(env: Record<string, string>) {
  const place = await makePlace()
  const server = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: {
      ENTRA_CLIENT_ID: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
      ENTRA_CLIENT_SECRET: 'secret',
      AUTH_SECRET: 'a'.repeat(32),
      ENCRYPTION_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
      LOG_LEVEL: 'silent',
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const [complaint] = await Promise.all([text(server.stderr), once(server, 'exit')])
  return { code: server.exitCode, complaint }
}

test('a server whose port is taken says so and ends', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const { code, complaint } = await serve({ HOST: '127.0.0.1', PORT: String(port) })
  expect(code).toBe(1)
  expect(complaint).toContain('EADDRINUSE')
})

test('a server without its settings says which, and ends', async () => {
  expect(await serve({ AUTH_SECRET: '' })).toEqual({
    code: 1,
    complaint: 'The configuration is not complete:\n  AUTH_SECRET is missing\n',
  })
})

test('a server whose embedded database lost its PG_VERSION keeps what is left, and says how to restore it', async () => {
  const { dataDir } = await makePlace()
  const folder = path.join(dataDir, 'damaged', 'database')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'postgresql.conf'), '')
  expect(await serve({ DATABASE_URL: '', DATA_DIR: path.dirname(folder) })).toEqual({
    code: 1,
    complaint: `The embedded database in ${folder} is damaged: its file PG_VERSION is missing. Restore it from a backup: see “Backup and restore” in docs/operations.md.\n`,
  })
  expect(await readdir(folder)).toEqual(['postgresql.conf'])
})
