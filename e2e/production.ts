import { fork, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, freshDatabase } from '@partyline/driver'

/** The sandbox's world. */
type World = {
  twilio: { accountSid: string; authToken: string; numbers: { phoneNumber: string; friendlyName: string }[] }
  directories: { tenantId: string; people: { id: string; name: string; login: string }[] }[]
}

export type Production = { appUrl: string; sandboxUrl: string; world: World; end(): Promise<void> }

/** Settings in addition to the common ones. */
type Settings = Record<'ENTRA_CLIENT_ID' | 'ENTRA_CLIENT_SECRET' | 'ALLOWED_TENANTS', string>

const ROOT = path.resolve(import.meta.dirname, '..')

/**
 * Starts the server as described in docs/operations.md, on an empty folder and database: no one has signed in, and nothing is
 * seeded. Only its outside requests are redirected to a sandbox.
 */
export async function startProduction(settingsFor: (world: World) => Settings): Promise<Production> {
  const folder = await mkdtemp(path.join(tmpdir(), 'partyline-production-'))
  const database = await freshDatabase()
  const ports = { app: await freePort(), sandbox: await freePort() }
  const [appUrl, sandboxUrl] = [`http://localhost:${ports.app}`, `http://localhost:${ports.sandbox}`]

  const sandbox = spawn(process.execPath, ['apps/sandbox/src/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, SANDBOX_PORT: String(ports.sandbox), PUBLIC_URL: appUrl, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await told(sandbox, once(sandbox.stdout, 'data'))
  const world = (await (await fetch(`${sandboxUrl}/sandbox/world`)).json()) as World
  const app = fork('apps/server/tests/app-process.ts', {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      PORT: String(ports.app),
      HOST: 'localhost',
      PUBLIC_URL: appUrl,
      DATA_DIR: folder,
      ...(database.url && { DATABASE_URL: database.url }),
      AUTH_SECRET: randomBytes(32).toString('hex'),
      ENCRYPTION_KEYS: `2026:${randomBytes(32).toString('base64')}`,
      LOG_LEVEL: 'warn',
      ...settingsFor(world),
      SANDBOX_URL: sandboxUrl,
    },
  })
  await told(app, once(app, 'message'))
  return {
    appUrl,
    sandboxUrl,
    world,
    async end() {
      for (const program of [app, sandbox]) {
        const gone = once(program, 'exit')
        program.kill('SIGTERM')
        await gone
      }
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Waits for output of a program, or until it exits without it. */
async function told(program: ChildProcess, word: Promise<unknown>): Promise<void> {
  const ended = once(program, 'exit').then(([code]) => {
    throw new Error(`A program ended with ${String(code)} before it was ready.`)
  })
  await Promise.race([word, ended])
}
