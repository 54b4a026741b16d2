import type { MessageHeaders } from '../protocol/hub-message.ts'
import { createCallerClients } from './hub-clients.ts'
import type { HubContext } from './hub-options.ts'
import type { HubServices } from './hub-services.ts'
import type { Member } from './members.ts'

/** Creates the context of one call, or of the connection's events. */
export function createHubContext(
  connection: Member,
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
    abort: () => connection.closePermanently(),
  }
}
