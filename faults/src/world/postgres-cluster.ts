import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@partyline/driver'

/** A PostgreSQL of our own, which may be killed. It syncs at each commit, as it does by default. */
export type PostgresCluster = {
  readonly url: string
  /** `pg_ctl stop -m immediate`: as a crash would end it, without a checkpoint. Then it recovers from its log. */
  kill(): Promise<void>
  start(): Promise<void>
  readonly close: () => Promise<void>
}

export async function createPostgresCluster(): Promise<PostgresCluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'partyline-postgres-'))
  const data = path.join(folder, 'data')
  const port = await freePort()
  const programs = findPrograms()
  if (process.getuid?.() === 0) await run(['chown', 'postgres', folder])
  else await chmod(folder, 0o700)

  const program = (name: string, ...words: string[]) => run([...asPostgres(), path.join(programs, name), ...words])
  const control = (...words: string[]) => program('pg_ctl', '-D', data, '-w', ...words)
  const start = () =>
    control('start', '-l', path.join(folder, 'log'), '-o', `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`)

  await program('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8')
  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    kill: () => control('stop', '-m', 'immediate'),
    start,
    async close() {
      await control('stop', '-m', 'fast')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root. */
function asPostgres(): readonly string[] {
  return process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []
}

/** Debian keeps the server's programs out of the path. */
function findPrograms(): string {
  const folders = [...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(), ...pathFolders()]
  const found = folders.find((folder) => existsSync(path.join(folder, 'initdb')))
  if (!found)
    throw new Error('There is no PostgreSQL here (no initdb): install its server, or use --database embedded.')
  return found
}

function pathFolders(): string[] {
  return (process.env['PATH'] ?? '').split(path.delimiter)
}

async function run([command = '', ...words]: readonly string[]): Promise<void> {
  const child = spawn(command, words, { stdio: 'ignore', cwd: tmpdir() })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${path.basename(command)} ${words.join(' ')} ended with ${code}.`)
}
