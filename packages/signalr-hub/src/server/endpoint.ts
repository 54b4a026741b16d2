import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConnectionRegistry } from '../connections/connection-registry.ts'
import type { Application, Connection } from '../connections/connection.ts'
import type { ParsedRequest } from '../connections/hub-request.ts'
import type { TransportName } from '../connections/transport.ts'
import type { HubUser } from '../connections/user.ts'
import type { WebSocketUpgrader } from '../connections/web-sockets.ts'
import type { Authenticate, Redirect } from '../hubs/endpoint-options.ts'
import type { Clock } from '../platform/clock.ts'
import type { Limits } from '../platform/limits.ts'
import type { Logger } from '../platform/logger.ts'

/** A hub's path with everything that its requests need. */
export type Endpoint = {
  readonly path: string
  readonly transports: readonly TransportName[]
  /** Clients that request a lower version of negotiate are refused. */
  readonly minimumNegotiateVersion: 0 | 1
  readonly authenticate: Authenticate<HubUser>
  readonly redirect: Redirect<HubUser> | undefined
  readonly registry: ConnectionRegistry
  /** Whether new connections are refused, so that clients try another server. */
  readonly isClosing: () => boolean
  readonly upgrader: WebSocketUpgrader
  readonly limits: Limits
  readonly clock: Clock
  readonly logger: Logger
  /** Starts the hub or raw handler of a connection that now has a transport. */
  readonly start: (connection: Connection) => Application
}

/** A request by an authenticated user. */
export type HubExchange = {
  readonly incoming: IncomingMessage
  readonly response: ServerResponse
  readonly parsed: ParsedRequest
  readonly user: HubUser
  /** CORS headers of the response. */
  readonly headers: Readonly<Record<string, string>>
}
