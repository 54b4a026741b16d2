import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, freshDatabase, signIn } from '@partyline/driver'
import type { Client } from '@partyline/driver'
import { createSandbox } from '@partyline/sandbox'
import type { Sandbox } from '@partyline/sandbox'
import { openDatabase } from '@partyline/server'
import { appSettings } from '../harness/app-settings.ts'
import { startRemote } from '../harness/child-process.ts'
import type { AppFunctions } from './app-process.ts'
import { fillTenants } from './seed.ts'
import type { Filling, Size } from './seed.ts'

/** An app with two tenants, one of which is large. */
export type World = AsyncDisposable & {
  readonly url: string
  readonly sandbox: Sandbox
  /** Empty if the database is embedded. */
  readonly databaseUrl: string
  /** The name of a user of each tenant, and what this user calls through. */
  readonly people: Readonly<Record<TenantName, string>>
  readonly clients: Readonly<Record<TenantName, Client>>
  /** Signs both in again if their tokens end soon. */
  readonly renewTokens: () => Promise<void>
  /** User and system time of the app, in µs. */
  readonly cpuUsed: () => Promise<number>
  /** Resident memory of the app, in bytes. */
  readonly memory: () => Promise<number>
}

/** Tokens last for ten minutes. */
const RENEWED_EVERY_MS = 180_000

export type TenantName = 'large' | 'small'

/**
 * @param server the PostgreSQL server, by default that of DATABASE_URL; null: the embedded database
 * @param twilioUrl where texts go; by default to the sandbox
 */
export async function createWorld(
  sizes: Readonly<Record<TenantName, Size>>,
  server?: string | null,
  twilioUrl?: string,
): Promise<World> {
  await using stack = new AsyncDisposableStack()
  const fresh = server === null ? null : await freshDatabase({ server })
  if (fresh && !fresh.url)
    throw new Error('Set DATABASE_URL: 100,000 chats are more than the embedded database is for.')
  const databaseUrl = fresh?.url ?? ''
  stack.defer(() => fresh?.drop())
  const dataDir = await mkdtemp(path.join(tmpdir(), 'partyline-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const sandbox = await createSandbox({ port: 0, appUrl: url })
  stack.defer(() => sandbox.close())
  const start = async () => {
    const app = startRemote<AppFunctions>({ file: new URL('app-process.ts', import.meta.url) })
    await app.call('start', { env: appSettings({ port, dataDir, databaseUrl }), sandboxUrl: sandbox.url, twilioUrl })
    return app
  }
  const people = { large: personOf(sandbox, 0), small: personOf(sandbox, 1) }
  const open = (tenant: TenantName) => signIn(url, people[tenant].login)
  const fillings: Filling[] = []
  {
    await using _app = await start()
    for (const tenant of ['large', 'small'] as const) {
      const me = await (await open(tenant)).get('users.me')
      fillings.push({ ...sizes[tenant], tenantId: me.tenantId, viewerId: me.id })
    }
  }
  {
    const place = { DATABASE_URL: databaseUrl, DATABASE_POOL: 4, DATA_DIR: dataDir, statementTimeoutMs: 0 }
    const database = await openDatabase(place, () => {})
    try {
      await fillTenants(database.pool, fillings)
    } finally {
      await database.close()
    }
  }
  const app = stack.use(await start())
  const clients = { large: await open('large'), small: await open('small') }
  let renewedAt = performance.now()
  const renewTokens = async () => {
    if (performance.now() - renewedAt < RENEWED_EVERY_MS) return
    for (const tenant of ['large', 'small'] as const) Object.assign(clients[tenant], await open(tenant))
    renewedAt = performance.now()
  }
  const started = stack.move()
  return {
    url,
    sandbox,
    databaseUrl,
    people: { large: people.large.name, small: people.small.name },
    clients,
    renewTokens,
    cpuUsed: () => app.call('cpuUsed'),
    memory: () => app.call('memory'),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

function personOf({ world }: Sandbox, place: number) {
  const person = world.directories[place]?.people[0]
  if (!person) throw new Error('The sandbox has no second directory.')
  return person
}
