import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Connection } from '../connections/connection.ts'
import type { HubUser } from '../connections/user.ts'
import { createWebSocketTransport } from '../transports/web-sockets.ts'
import type { Answer } from './answer.ts'
import type { Endpoint } from './endpoint.ts'
import type { ParsedRequest } from './hub-request.ts'
import {
  CONFLICT,
  GOING_AWAY,
  NO_CONNECTION,
  TOO_MANY_CONNECTIONS,
  transportNotSupported,
  WRONG_USER,
} from './requests.ts'

/** An upgrade of an authenticated user. */
export type UpgradeExchange = {
  readonly incoming: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  readonly parsed: ParsedRequest
  readonly user: HubUser
}

/** Opens a WebSocket. Returns the refusal when there is a reason for one. */
export function openWebSocket(endpoint: Endpoint, exchange: UpgradeExchange): Answer | undefined {
  if (!endpoint.transports.includes('WebSockets')) return transportNotSupported('WebSockets')
  const connection = findOrCreate(endpoint, exchange)
  if ('status' in connection) return connection
  const { incoming, socket, head, parsed, user } = exchange
  endpoint.upgrader.upgrade(incoming, socket, head, (webSocket) => {
    connection.user = user
    connection.request = parsed.request
    connection.connect(createWebSocketTransport(connection, webSocket, socket), endpoint.start(connection))
  })
  return undefined
}

/** Without an id the client has skipped negotiate, which WebSockets alone allow. */
function findOrCreate(endpoint: Endpoint, { parsed, user }: UpgradeExchange): Connection | Answer {
  if (!parsed.id && endpoint.isClosing()) return GOING_AWAY
  if (!parsed.id) return endpoint.registry.create(user, parsed.request) ?? TOO_MANY_CONNECTIONS
  const connection = endpoint.registry.find(parsed.id)
  if (!connection) return NO_CONNECTION
  if (connection.user.userId !== user.userId) return WRONG_USER
  return connection.transport ? CONFLICT : connection
}
