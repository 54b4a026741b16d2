import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { chown, mkdtemp, open, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from './free-port.ts'

/** A PostgreSQL server in its own folder. It stops when this process ends for any reason. */
export type PostgresCluster = {
  readonly url: string
  /** The folder of its socket. */
  readonly folder: string
  /** Stops it without a checkpoint, like a crash. When restarted, it recovers from its log. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  /** Stops it and removes the folder. */
  readonly close: () => Promise<void>
}

type ClusterOptions = {
  /** How clients authenticate on the socket. Over TCP, everyone on this machine is trusted. */
  socketAuth?: 'trust' | 'peer'
  /** For throwaway data: nothing is synced to disk. */
  durable?: boolean
  /** Where to create its folder, and optionally the write-ahead log. */
  parent?: string
  walParent?: string
  /** More settings, as `name=value`. */
  settings?: readonly string[]
}

const START_TIMEOUT_MS = 60_000
const POLL_MS = 20
/** Commits stay synchronous: otherwise VACUUM could not mark pages as all-visible yet, and plans would differ. */
const UNSAFE_BUT_FAST = ['fsync=off', 'full_page_writes=off']

/**
 * Runs the server until its input closes, which also happens when the parent process is killed. A line of
 * input stops the server and keeps the folder.
 */
const KEEPER = '"$@" & read -r keep; kill -QUIT $!; wait $!; [ "$keep" ] || rm -rf "$CLUSTER"'

/** The newest PostgreSQL server on this machine. Debian does not put its programs into PATH. */
const programs = [
  ...globSync('/usr/lib/postgresql/*/bin').toSorted(byVersion).toReversed(),
  ...(process.env['PATH'] ?? '').split(path.delimiter),
].find((folder) => existsSync(path.join(folder, 'initdb')))

export const hasPostgres = programs !== undefined

export async function createPostgresCluster({
  socketAuth = 'trust',
  durable = true,
  parent = tmpdir(),
  walParent,
  settings: more = [],
}: ClusterOptions = {}): Promise<PostgresCluster> {
  if (!programs) throw new Error('There is no PostgreSQL server on this machine (no initdb). Install one.')
  const owner = serverUser()
  const makeFolder = async (place: string) => {
    const made = await mkdtemp(path.join(place, 'partyline-postgres-'))
    if (owner) await chown(made, owner.uid, owner.gid)
    return made
  }
  const folder = await makeFolder(parent)
  const wal = walParent ? [`--waldir=${path.join(await makeFolder(walParent), 'wal')}`] : []
  const data = path.join(folder, 'data')
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = [`listen_addresses=127.0.0.1`, ...(durable ? [] : UNSAFE_BUT_FAST), ...more].flatMap((one) => [
    '-c',
    one,
  ])

  await promisify(execFile)(
    path.join(programs, 'initdb'),
    [
      '-D',
      data,
      ...wal,
      '-U',
      'postgres',
      '-E',
      'UTF8',
      `--auth-local=${socketAuth}`,
      '--auth-host=trust',
      '--no-sync',
    ],
    { ...owner, cwd: folder },
  )
  let keeper = await startKeeper()

  async function startKeeper() {
    const log = await open(path.join(folder, 'log'), 'a')
    const server = [path.join(programs ?? '', 'postgres'), '-D', data, '-p', String(port), '-k', folder, ...settings]
    const child = spawn('sh', ['-c', KEEPER, 'sh', ...server], {
      ...owner,
      cwd: folder,
      env: { ...process.env, CLUSTER: folder },
      // Ctrl-C reaches only this process, and the keeper through its input.
      detached: true,
      stdio: ['pipe', log.fd, log.fd],
    })
    await log.close()
    const ended = once(child, 'exit')
    await accepts(url).catch(async (error: unknown) => {
      throw new Error(`PostgreSQL does not start:\n${await readFile(path.join(folder, 'log'), 'utf8')}`, {
        cause: error,
      })
    })
    return {
      async end(input: string) {
        child.stdin?.end(input)
        await ended
      },
    }
  }

  return {
    url,
    folder,
    kill: () => keeper.end('keep\n'),
    async start() {
      keeper = await startKeeper()
    },
    close: () => keeper.end(''),
  }
}

async function accepts(url: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(POLL_MS)
    }
  }
}

/** PostgreSQL refuses to run as root, so it runs as this user instead. */
function serverUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function byVersion(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
