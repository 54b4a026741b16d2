import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@partyline/driver'

const run = promisify(execFile)
const [programs = ''] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()

/** Only root can act for several users, and PostgreSQL has to be installed. */
export const hasPeerPostgres = process.getuid?.() === 0 && programs !== ''

/** The user of the system whom the PostgreSQL below lets in. */
export const PEER = 'postgres'

/**
 * A PostgreSQL that asks the system who its clients are, as Debian's does: over its socket it lets in the user
 * {@link PEER} alone. Tests prepare it over TCP, where it trusts everybody.
 */
export async function startPeerPostgres() {
  const folder = await mkdtemp(path.join(tmpdir(), 'partyline-peer-'))
  const data = path.join(folder, 'data')
  const port = await freePort()
  await run('chown', [PEER, folder])
  await run('chmod', ['755', folder])
  const asPeer = (program: string, words: readonly string[]) =>
    run('runuser', ['-u', PEER, '--', path.join(programs, program), ...words], { cwd: tmpdir() })
  await asPeer('initdb', ['-D', data, '--auth-local=peer', '--auth-host=trust', '-U', PEER, '-E', 'UTF8'])
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`
  await asPeer('pg_ctl', ['-D', data, '-w', 'start', '-l', path.join(folder, 'log'), '-o', options])
  return {
    /** As step 4 of docs/operations.md has it. */
    socketUrl: `postgres://${PEER}@localhost:${port}/postgres?host=${folder}`,
    tcpUrl: `postgres://${PEER}@127.0.0.1:${port}/postgres`,
    async close() {
      await asPeer('pg_ctl', ['-D', data, '-w', 'stop', '-m', 'immediate'])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
