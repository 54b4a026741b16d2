import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, freshDatabase, signIn } from '@partyline/driver'
import type { Client } from '@partyline/driver'
import { createSandbox } from '@partyline/sandbox'
import { openDatabase } from '@partyline/server'
import { appSettings } from '../harness/app-settings.ts'
import { startRemote } from '../harness/child-process.ts'
import type { AppFunctions } from './app-process.ts'
import { fillTenant } from './seed.ts'
import type { Size } from './seed.ts'

/** An app with two tenants, one of which is large. */
export type World = AsyncDisposable & {
  readonly url: string
  readonly databaseUrl: string
  /** The name of a user of each tenant, and what this user calls through. */
  readonly people: Readonly<Record<TenantName, string>>
  readonly clients: Readonly<Record<TenantName, Client>>
  /** User and system time of the app, in µs. */
  readonly cpuUsed: () => Promise<number>
}

export type TenantName = 'large' | 'small'

/** @param server the PostgreSQL server; by default that of DATABASE_URL */
export async function createWorld(sizes: Readonly<Record<TenantName, Size>>, server?: string): Promise<World> {
  const stack = new AsyncDisposableStack()
  const fresh = await freshDatabase({ server })
  if (!fresh.url) throw new Error('Set DATABASE_URL: 100,000 chats are more than the embedded database is for.')
  stack.defer(() => fresh.drop())
  const dataDir = await mkdtemp(path.join(tmpdir(), 'partyline-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const sandbox = await createSandbox({ port: 0, appUrl: url })
  stack.defer(() => sandbox.close())
  const app = stack.use(startRemote<AppFunctions>({ file: new URL('app-process.ts', import.meta.url) }))
  await app.call('start', { env: appSettings({ port, dataDir, databaseUrl: fresh.url }), sandboxUrl: sandbox.url })

  const database = await openDatabase({ DATABASE_URL: fresh.url, DATABASE_POOL: 1, DATA_DIR: dataDir }, () => {})
  stack.defer(() => database.close())
  const open = async (tenant: TenantName, place: number) => {
    const person = sandbox.world.directories[place]?.people[0]
    if (!person) throw new Error('The sandbox has no second directory.')
    const client = await signIn(url, person.login)
    const me = await client.get('users.me')
    await fillTenant(database.pool, { ...sizes[tenant], tenantId: me.tenantId, viewerId: me.id })
    return { name: person.name, client }
  }
  const large = await open('large', 0)
  const small = await open('small', 1)
  return {
    url,
    databaseUrl: fresh.url,
    people: { large: large.name, small: small.name },
    clients: { large: large.client, small: small.client },
    cpuUsed: () => app.call('cpuUsed'),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
