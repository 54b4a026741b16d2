import type { TransportName } from '../connections/transport.ts'
import type { HubUser } from '../connections/user.ts'
import type { HubRequest } from '../http/hub-request.ts'
import type { MessageHeaders } from '../protocols/hub-message.ts'
import { createCallerClients, type HubCallerClients } from '../sending/hub-clients.ts'
import type { HubConnection } from './hub-connection.ts'
import type { HubServices } from './hub-services.ts'

/** The groups of the calling connection. */
export type CallerGroups = {
  add(group: string): Promise<void>
  remove(group: string): Promise<void>
}

/** What a hub method knows about its caller. */
export type HubContext<User extends HubUser = HubUser> = {
  /** Public: other clients may see it. */
  readonly connectionId: string
  readonly user: User
  /** The request that opened the transport; on long polling, the latest poll. */
  readonly request: HubRequest
  readonly transport: TransportName
  /** What the application wants to remember about this connection. Gone with it. */
  readonly items: Map<string, unknown>
  readonly groups: CallerGroups
  readonly clients: HubCallerClients
  /** Headers of the invocation, when the client sent some. */
  readonly headers: MessageHeaders
  /** Aborted when the connection is over; in a streaming method also when the client cancels the stream. */
  readonly signal: AbortSignal
  /** Closes the connection. The client does not reconnect by itself. */
  abort(): void
}

/** Makes the context of one call, or of the connection's own events. */
export function createHubContext(
  connection: HubConnection,
  services: HubServices,
  call: { readonly signal?: AbortSignal; readonly headers?: MessageHeaders | undefined } = {},
): HubContext {
  const { id } = connection
  return {
    connectionId: id,
    get user() {
      return connection.user
    },
    get request() {
      return connection.request
    },
    transport: connection.transportName,
    items: connection.items,
    headers: call.headers ?? {},
    get signal() {
      return call.signal ?? connection.signal
    },
    get clients() {
      return createCallerClients(services.clients, id)
    },
    groups: {
      add: async (group) => void services.members.addToGroup(id, group),
      remove: async (group) => void services.members.removeFromGroup(id, group),
    },
    abort: () => connection.closeForGood(),
  }
}
