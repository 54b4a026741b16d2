import type { Application, Connection } from '../connections/connection.ts'
import type { ConnectionRegistry } from '../connections/connection-registry.ts'
import type { TransportName } from '../connections/transport.ts'
import type { HubUser } from '../connections/user.ts'
import type { Clock } from '../server/clock.ts'
import type { Logger } from '../server/logger.ts'
import type { Limits } from '../server/options.ts'
import type { WebSocketUpgrader } from '../transports/web-sockets.ts'
import type { Authenticate, Redirect } from './authenticate.ts'

/** A path with everything that its requests need. */
export type Endpoint = {
  readonly path: string
  readonly transports: readonly TransportName[]
  /** Clients that ask for a lower version of negotiate are refused. */
  readonly minimumNegotiateVersion: 0 | 1
  readonly authenticate: Authenticate<HubUser>
  readonly redirect: Redirect<HubUser> | undefined
  readonly registry: ConnectionRegistry
  /** Whether new connections are refused: clients shall try another server. */
  readonly isClosing: () => boolean
  readonly upgrader: WebSocketUpgrader
  readonly limits: Limits
  readonly clock: Clock
  readonly logger: Logger
  /** Starts the hub, or the raw handler, on a connection that now has a transport. */
  readonly start: (connection: Connection) => Application
}
