import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@partyline/driver'
import { createSandbox } from '@partyline/sandbox'
import type { Sandbox } from '@partyline/sandbox'
import type { DatabaseKind } from './database.ts'
import { createTestedDatabase } from './database.ts'
import { createEndpoint } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { withDatabase } from './history.ts'
import type { RunQuery } from './history.ts'
import { createServer } from './server.ts'
import type { Server } from './server.ts'
import { createSettableClock } from './settable-clock.ts'

/** A server that may be killed, a sandbox and an endpoint of webhooks that stay, and one clock for all. */
export type World = {
  readonly folder: string
  readonly sandbox: Sandbox
  readonly endpoint: Endpoint
  readonly server: Server
  /** Kills and restarts the database; null if it must not be killed. */
  readonly killDatabase: (() => Promise<void>) | null
  /** Milliseconds since 1970, for both sandbox and server. */
  readonly now: () => number
  pass(milliseconds: number): Promise<void>
  /** Queries the database while the server is down. */
  inDatabase<Result>(work: (ask: RunQuery) => Promise<Result>): Promise<Result>
  /** @param keepFolder keeps the data for investigation */
  close(keepFolder: boolean): Promise<void>
}

/** Milliseconds that a text stays in each state at Twilio. */
const PACE = { queued: 5, sending: 5, sent: 5 }

export async function createWorld(kind: DatabaseKind, seed: number): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'partyline-faults-'))
  const clock = createSettableClock()
  const database = await createTestedDatabase(kind)
  const port = await freePort()
  const sandbox = await createSandbox({ port: 0, appUrl: `http://localhost:${port}`, pace: PACE, clock })
  const endpoint = await createEndpoint(seed)
  const server = createServer({ folder, port, sandboxUrl: sandbox.url, databaseUrl: database.url, clock })
  const options = { DATABASE_URL: database.url, DATABASE_POOL: 2, DATA_DIR: path.join(folder, 'data') }
  return {
    folder,
    sandbox,
    endpoint,
    server,
    killDatabase: database.kill,
    now: clock.now,
    async pass(milliseconds) {
      // The server first, so that its timestamps are never older than the sandbox's.
      await server.pass(milliseconds)
      clock.pass(milliseconds)
    },
    inDatabase: (work) => withDatabase(options, work),
    async close(keepFolder) {
      await server.close()
      await sandbox.close()
      await endpoint.close()
      await database.close()
      if (!keepFolder) await rm(folder, { recursive: true, force: true })
    },
  }
}
