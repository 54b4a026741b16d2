import type { RealtimeEvent } from '@partyline/contract'
import { eventWithoutData } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock, Config, Database, Keyring, Outside, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { createHookAddresses } from './hook-address.ts'
import { createHookGateway } from './hook-gateway.ts'
import { hookRoutes } from './hooks-routes.ts'
import { createHookSettings } from './hooks-service.ts'
import { createHookWorker } from './hook-worker.ts'
import { createSendEvent } from './send-event.ts'

type Parts = {
  config: Pick<Config, 'WEBHOOK_HOSTS' | 'PUBLIC_URL'>
  outside: Outside
  database: Database
  clock: Clock
  random: () => number
  log: Pick<FastifyBaseLogger, 'error'>
  keyring: Keyring
  tenants: Tenants
  announcements: Topic<readonly RealtimeEvent[]>
}

export type Hooks = {
  start(): void
  stop(): Promise<void>
  /** Re-encrypts with the current key secrets that an older key encrypted. */
  renewSecrets(): Promise<void>
  routes: ReturnType<typeof hookRoutes>
}

export function createHooks({ config, outside, ...parts }: Parts): Hooks {
  const { clock, announcements } = parts
  const addresses = createHookAddresses({ outside, hosts: config.WEBHOOK_HOSTS })
  const gateway = createHookGateway({ clock, addresses })
  const send = createSendEvent({
    ...parts,
    gateway,
    publicUrl: config.PUBLIC_URL,
    onDisabled: (tenantId) => announcements.publish([eventWithoutData(tenantId, 'TenantCreated')]),
  })
  const worker = createHookWorker({ ...parts, send, abort: () => gateway.abort() })
  const settings = createHookSettings({ ...parts, addresses, send, wake: () => worker.wake() })
  return { ...worker, renewSecrets: () => settings.renewSecrets(), routes: hookRoutes({ hooks: settings }) }
}
