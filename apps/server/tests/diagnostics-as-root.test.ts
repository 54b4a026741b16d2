import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSandbox } from '@partyline/sandbox'
import { expect, onTestFinished, test } from 'vitest'
import { schema } from '../database/index.ts'
import { migrate, openDatabase } from '../src/platform/index.ts'
import { testEnvironment } from './harness.ts'
import { hasPeerPostgres, PEER, startPeerPostgres } from './peer-postgres.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** The command in docs/operations.md for root, adapted to this machine and the sandbox. */
async function commandOnThePage(settings: string, dataDir: string): Promise<string> {
  const page = await readFile(path.join(ROOT, 'docs/operations.md'), 'utf8')
  const command = /## Diagnostics\n[^`]*```sh\n([^`]*)```/.exec(page)?.[1] ?? ''
  const replaced = command
    .replace('/opt/partyline', ROOT)
    .replace('/var/lib/partyline', dataDir)
    .replace('/etc/partyline/environment', settings)
    .replace('--user partyline', `--user ${PEER}`)
  expect(replaced).toContain('npm run --silent doctor --')
  return replaced.replace('npm run --silent doctor --', `${process.execPath} apps/server/tests/diagnostics-process.ts`)
}

function runAsRoot(command: string, env: NodeJS.ProcessEnv) {
  return new Promise<{ code: number; said: string; complaint: string }>((resolve) => {
    const child = execFile('sh', ['-c', command], { env }, (_error, said, complaint) =>
      resolve({ code: child.exitCode ?? -1, said, complaint }),
    )
  })
}

test.runIf(hasPeerPostgres)(
  'the command in docs/operations.md reads root’s settings, and connects to PostgreSQL as the server’s user',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'partyline-diagnostics-'))
    await chmod(folder, 0o755)
    const postgres = await startPeerPostgres()
    const sandbox = await createSandbox({ port: 0, appUrl: 'http://localhost:3000' })
    onTestFinished(async () => {
      await sandbox.close()
      await postgres.close()
      await rm(folder, { recursive: true })
    })
    const prepared = { DATABASE_URL: postgres.tcpUrl, DATABASE_POOL: 1, DATA_DIR: folder }
    const database = await openDatabase(prepared, () => {})
    await migrate(database.queries, schema)
    await database.close()

    const file = path.join(folder, 'environment')
    const settings = {
      ...testEnvironment({ port: 3000, dataDir: '', databaseUrl: postgres.socketUrl }),
      SIGN_UP: 'allow-list',
      ALLOWED_TENANTS: sandbox.world.directories.map(({ tenantId }) => tenantId).join(','),
    }
    await writeFile(
      file,
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
      { mode: 0o600 },
    )

    const command = await commandOnThePage(file, folder)
    const env = { PATH: process.env['PATH'], SANDBOX_URL: sandbox.url }
    const { code, said, complaint } = await runAsRoot(command, env)
    expect([code, complaint]).toEqual([0, ''])
    expect(said).toContain('Microsoft Entra accepts the secret.')
    expect(said).toContain('No organization has signed up yet.')

    const asRoot = await runAsRoot(command.replace(` --user ${PEER}`, ''), env)
    expect(asRoot.code).toBe(2)
    expect(asRoot.complaint).toMatch(/does not let the user “postgres” in: Peer authentication failed/)
    const asPeer = await runAsRoot(`runuser -u ${PEER} -- sh -c '${command.replace(` --user ${PEER}`, '')}'`, env)
    expect([asPeer.code, asPeer.complaint]).toEqual([
      2,
      `The settings in ${file} cannot be read (EACCES). Run this command as root, with --user partyline.\n`,
    ])
  },
)
