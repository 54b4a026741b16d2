import type { HubUser } from '../connections/user.ts'
import type { Clock } from '../platform/clock.ts'
import type { Limits } from '../platform/limits.ts'
import type { Logger } from '../platform/logger.ts'
import type { HubProtocol } from '../protocol/hub-protocol.ts'
import type { HubClients } from './hub-clients.ts'
import type { HubOptions } from './hub-options.ts'
import type { Members } from './members.ts'
import type { MethodTable } from './method-table.ts'

/** Messages of a hub over the connections of this process, since the hub was opened. */
export type Traffic = {
  /** Messages of `send`, counted once per client, from all processes. */
  sent: number
  /** Invocations by clients. */
  received: number
}

/** Shared by the connections of one hub. */
export type HubServices = {
  readonly path: string
  readonly limits: Limits
  readonly clock: Clock
  readonly logger: Logger
  readonly protocols: readonly HubProtocol[]
  readonly methods: MethodTable
  readonly members: Members
  readonly traffic: Traffic
  readonly clients: HubClients
  readonly events: Pick<HubOptions<HubUser>, 'onConnected' | 'onDisconnected'>
  readonly detailedErrors: boolean
  /** Registers work that must finish before the server is closed. */
  readonly track: (work: Promise<void>) => void
}
