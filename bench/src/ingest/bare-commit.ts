import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { summaryOf } from './client/flood.ts'
import type { LoadResult } from './targets.ts'

const run = promisify(execFile)
const fileOf = (name: string) => path.join(import.meta.dirname, name)
/** The yardstick, as a script of pgbench. */
export const BARE_COMMIT = fileOf('bare-commit.sql')
/** The column of pgbench's log with the duration of a transaction, in µs. */
const LATENCY_COLUMN = 2

type BareCommit = {
  readonly databaseUrl: string
  readonly chats: number
  readonly atOnce: number
  readonly seconds: number
}

/** Stores the chats of the world for bare-commit.sql. */
export async function prepareBareCommits(databaseUrl: string): Promise<void> {
  await pgbench(['-n', '-t', '1', '-f', fileOf('bare-commit-setup.sql'), databaseUrl])
}

/**
 * The yardstick: pgbench writes the rows of a message in one prepared statement, with one commit each. On a busy machine, it may not
 * even have opened all connections when its time is over: then it gets twice the time.
 */
export async function bareCommits({ databaseUrl, chats, atOnce, seconds }: BareCommit): Promise<LoadResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'partyline-pgbench-'))
  try {
    const duration = Math.max(1, Math.round(seconds))
    const load = ['-f', BARE_COMMIT, '-D', `chats=${chats}`, '-c', String(atOnce), '-T', String(duration)]
    const log = ['-l', `--log-prefix=${folder}/log`]
    const out = await pgbench(['-n', '-M', 'prepared', ...load, ...log, databaseUrl])
    const perSecond = Number(/tps = ([\d.]+)/.exec(out)?.[1])
    const logs = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')))
    const lines = logs.join('').split('\n').filter(Boolean)
    if (lines.length === 0) return await bareCommits({ databaseUrl, chats, atOnce, seconds: 2 * duration })
    return { ...summaryOf(lines.map((line) => Number(line.split(' ')[LATENCY_COLUMN]) / 1_000)), perSecond }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs pgbench and returns its output. @throws with its output if it or one of its clients fails */
async function pgbench(parameters: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run('pgbench', parameters)
  if (/aborted|ERROR/.test(stderr)) throw new Error(stderr)
  return stdout
}
