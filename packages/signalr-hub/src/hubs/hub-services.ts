import type { HubUser } from '../connections/user.ts'
import type { HubProtocol } from '../protocols/hub-protocol.ts'
import type { Clock } from '../server/clock.ts'
import type { Logger } from '../server/logger.ts'
import type { Limits } from '../server/options.ts'
import type { HubClients } from '../sending/hub-clients.ts'
import type { HubOptions } from './hub-options.ts'
import type { MethodTable } from '../invocations/method-table.ts'
import type { Members } from '../sending/members.ts'
import type { Traffic } from './traffic.ts'

/** What the connections of one hub share. */
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
  /** Counts what still has to finish before the server is closed. */
  readonly track: (work: Promise<void>) => void
}
