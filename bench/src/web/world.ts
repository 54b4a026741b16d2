import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, freshDatabase, signIn } from '@partyline/driver'
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
  /** Login names of users of the tenant. */
  readonly people: Readonly<Record<TenantName, string>>
}

export type TenantName = 'large' | 'small'

export async function createWorld(sizes: Readonly<Record<TenantName, Size>>): Promise<World> {
  const stack = new AsyncDisposableStack()
  const fresh = await freshDatabase()
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
  const people: Record<TenantName, string> = { large: '', small: '' }
  const [large, small] = sandbox.world.directories
  for (const [tenant, directory] of [['large', large] as const, ['small', small] as const]) {
    const person = directory?.people[0]
    if (!person) throw new Error('The sandbox has no second directory.')
    const me = await (await signIn(url, person.login)).get('users.me')
    await fillTenant(database.pool, { ...sizes[tenant], tenantId: me.tenantId, viewerId: me.id })
    people[tenant] = person.name
  }
  return { url, people, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
