import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Connection } from '../connections/connection.ts'
import type { ParsedRequest } from '../connections/hub-request.ts'
import { createLongPollingTransport, type LongPollingTransport } from '../connections/long-polling.ts'
import { createServerSentEventsTransport } from '../connections/server-sent-events.ts'
import type { HubUser } from '../connections/user.ts'
import { createWebSocketTransport } from '../connections/web-sockets.ts'
import {
  type Answer,
  CONFLICT,
  GOING_AWAY,
  NO_CONNECTION,
  readBody,
  reply,
  TOO_MANY_CONNECTIONS,
  WRONG_USER,
} from './answer.ts'
import type { Endpoint, HubExchange } from './endpoint.ts'

const UPGRADE_LOST: Answer = {
  status: 426,
  text: 'The WebSocket upgrade did not arrive. Proxies must forward it.',
  headers: { Connection: 'Upgrade', Upgrade: 'websocket' },
}
const NO_ID: Answer = { status: 400, text: 'Connection ID required' }
const OTHER_TRANSPORT: Answer = { status: 400, text: 'Cannot change transports mid-connection' }
/** The response for a transport that the hub does not offer. */
function transportNotSupported(transport: string): Answer {
  return { status: 404, text: `${transport} transport not supported by this end point type` }
}

/** Handles requests to the hub's own path (TransportProtocols.md). */
export async function serveTransport(endpoint: Endpoint, exchange: HubExchange): Promise<void> {
  switch (exchange.incoming.method) {
    case 'GET':
      // Without the Upgrade header this would count as a poll and leave an unused connection.
      if (exchange.incoming.headers['sec-websocket-key']) return reply(exchange, UPGRADE_LOST)
      return exchange.incoming.headers.accept?.includes('text/event-stream')
        ? openServerSentEvents(endpoint, exchange)
        : poll(endpoint, exchange)
    case 'POST':
      return receive(endpoint, exchange)
    case 'DELETE':
      return terminate(endpoint, exchange)
    default:
      return reply(exchange, { status: 405, headers: { Allow: 'GET, POST, DELETE, OPTIONS' } })
  }
}

function openServerSentEvents(endpoint: Endpoint, exchange: HubExchange): void {
  if (!endpoint.transports.includes('ServerSentEvents')) {
    reply(exchange, transportNotSupported('ServerSentEvents'))
    return
  }
  const connection = findConnection(endpoint, exchange)
  if (!connection) return
  if (connection.transport) {
    reply(exchange, connection.transport.name === 'ServerSentEvents' ? CONFLICT : OTHER_TRANSPORT)
    return
  }
  if (hasDisconnected(exchange)) return
  adopt(connection, exchange)
  const transport = createServerSentEventsTransport(connection, exchange.response, exchange.headers)
  connection.connect(transport, endpoint.start(connection))
}

function poll(endpoint: Endpoint, exchange: HubExchange): void {
  if (!endpoint.transports.includes('LongPolling')) {
    reply(exchange, transportNotSupported('LongPolling'))
    return
  }
  const connection = findConnection(endpoint, exchange)
  if (!connection) return
  const next = { response: exchange.response, headers: exchange.headers }
  const { transport } = connection
  if (transport && !isLongPolling(transport)) {
    reply(exchange, OTHER_TRANSPORT)
    return
  }
  if (hasDisconnected(exchange)) return
  adopt(connection, exchange)
  if (transport) transport.poll(next)
  else connection.connect(createLongPollingTransport(connection, next, endpoint), endpoint.start(connection))
}

async function receive(endpoint: Endpoint, exchange: HubExchange): Promise<void> {
  const connection = findConnection(endpoint, exchange)
  if (!connection) return
  if (connection.transport?.name === 'WebSockets') {
    reply(exchange, { status: 405, text: 'POST requests are not allowed for WebSocket connections.' })
    return
  }
  if (!connection.transport) {
    reply(exchange, { status: 400, text: 'Open the transport of this connection before sending.' })
    return
  }
  const outcome = await connection.inOrder(async () => {
    const body = await readBody(exchange.incoming, endpoint.limits.maximumBufferedBytes)
    if (!body) return { status: 413, text: 'The message is too large.', headers: { Connection: 'close' } }
    connection.receive(body)
    await connection.untilResumed()
    return { status: 200 }
  })
  reply(exchange, outcome)
}

function terminate(endpoint: Endpoint, exchange: HubExchange): void {
  const connection = findConnection(endpoint, exchange)
  if (!connection) return
  const { transport } = connection
  if (!transport || !isLongPolling(transport)) {
    reply(exchange, { status: 400, text: 'Cannot terminate this connection using the DELETE endpoint.' })
    return
  }
  transport.terminate()
  reply(exchange, { status: 202 })
}

function isLongPolling(transport: NonNullable<Connection['transport']>): transport is LongPollingTransport {
  return transport.name === 'LongPolling'
}

/** Finds the connection of a request, or answers with the reason why there is none. */
function findConnection(endpoint: Endpoint, exchange: HubExchange): Connection | undefined {
  const { parsed, user } = exchange
  if (!parsed.id) {
    reply(exchange, NO_ID)
    return undefined
  }
  const connection = endpoint.registry.find(parsed.id)
  if (!connection) {
    reply(exchange, NO_CONNECTION)
    return undefined
  }
  if (connection.user.userId !== user.userId) {
    reply(exchange, WRONG_USER)
    return undefined
  }
  return connection
}

/** If the client left during authentication, output would be lost and its end would go unnoticed. */
function hasDisconnected({ response }: HubExchange): boolean {
  return response.destroyed
}

/** The user of the transport's request replaces that of negotiate. */
function adopt(connection: Connection, { user, parsed }: HubExchange): void {
  connection.user = user
  connection.request = parsed.request
}

/** An upgrade by an authenticated user. */
export type UpgradeExchange = {
  readonly incoming: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  readonly parsed: ParsedRequest
  readonly user: HubUser
}

/** Opens a WebSocket. Returns the response if it refuses. */
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

/** Without an ID, the client has skipped negotiate, which only WebSockets allow. */
function findOrCreate(endpoint: Endpoint, { parsed, user }: UpgradeExchange): Connection | Answer {
  if (endpoint.isClosing()) return GOING_AWAY
  if (!parsed.id) return endpoint.registry.create(user, parsed.request) ?? TOO_MANY_CONNECTIONS
  const connection = endpoint.registry.find(parsed.id)
  if (!connection) return NO_CONNECTION
  if (connection.user.userId !== user.userId) return WRONG_USER
  return connection.transport ? CONFLICT : connection
}
