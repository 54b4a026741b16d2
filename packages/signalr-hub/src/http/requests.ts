import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Connection } from '../connections/connection.ts'
import type { HubUser } from '../connections/user.ts'
import { createLongPollingTransport, type LongPollingTransport } from '../transports/long-polling.ts'
import { createServerSentEventsTransport } from '../transports/server-sent-events.ts'
import { type Answer, answerText, readBody } from './answer.ts'
import type { Endpoint } from './endpoint.ts'
import type { ParsedRequest } from './hub-request.ts'
import { chooseNegotiateVersion, negotiateAnswer } from './negotiate.ts'

/** A request of an authenticated user, on its way to a connection. */
export type HubExchange = {
  readonly incoming: IncomingMessage
  readonly response: ServerResponse
  readonly parsed: ParsedRequest
  readonly user: HubUser
  /** CORS headers for the answer. */
  readonly headers: Readonly<Record<string, string>>
}

export const TOO_MANY_CONNECTIONS: Answer = {
  status: 429,
  text: 'There are too many connections. Close some and try again.',
}
export const GOING_AWAY: Answer = {
  status: 503,
  text: 'The server is going away. Try again.',
  headers: { 'Retry-After': '1' },
}
export const NO_CONNECTION: Answer = { status: 404, text: 'No Connection with that ID' }
export const WRONG_USER: Answer = { status: 403, text: 'This connection belongs to another user.' }
const UPGRADE_LOST: Answer = {
  status: 426,
  text: 'The upgrade to WebSockets did not arrive. A proxy in between has to forward it.',
  headers: { Connection: 'Upgrade', Upgrade: 'websocket' },
}
const NO_ID: Answer = { status: 400, text: 'Connection ID required' }
const OTHER_TRANSPORT: Answer = { status: 400, text: 'Cannot change transports mid-connection' }
export const CONFLICT: Answer = { status: 409 }

/** Says that a hub does not offer a transport. */
export function transportNotSupported(transport: string): Answer {
  return { status: 404, text: `${transport} transport not supported by this end point type` }
}

/** Answers negotiate: ids and transports, or where to go instead. */
export async function negotiate(endpoint: Endpoint, exchange: HubExchange): Promise<void> {
  const { incoming, parsed, user } = exchange
  if (incoming.method !== 'POST') {
    reply(exchange, { status: 405, headers: { Allow: 'POST, OPTIONS' } })
    return
  }
  const version = chooseNegotiateVersion(parsed.negotiateVersion)
  if (typeof version === 'object') {
    answerJson(exchange, version)
    return
  }
  if (version < endpoint.minimumNegotiateVersion) {
    const asked = parsed.negotiateVersion ?? '0'
    answerJson(exchange, {
      error: `The client requested version '${asked}', but the server does not support this version.`,
    })
    return
  }
  const elsewhere = await endpoint.redirect?.(user, parsed.request)
  if (elsewhere) {
    answerJson(exchange, { negotiateVersion: version, ...elsewhere })
    return
  }
  // It may have begun to close while it was asked who this is: what is new now would not be told.
  if (endpoint.isClosing()) {
    reply(exchange, GOING_AWAY)
    return
  }
  const connection = endpoint.registry.create(user, parsed.request)
  if (connection) answerJson(exchange, negotiateAnswer(connection, version, endpoint.transports))
  else reply(exchange, TOO_MANY_CONNECTIONS)
}

/** Answers what is sent to the hub's own address (TransportProtocols.md). */
export async function serveTransport(endpoint: Endpoint, exchange: HubExchange): Promise<void> {
  switch (exchange.incoming.method) {
    case 'GET':
      // Without the Upgrade header this would pass for a poll, and leave a connection that nobody uses.
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
  if (hasLeft(exchange)) return
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
  if (hasLeft(exchange)) return
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

/** Finds the connection that a request names, or answers why there is none. */
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

/** The client gave up while it was asked who this is: what is written now would be lost, and no end would be seen. */
function hasLeft({ response }: HubExchange): boolean {
  return response.destroyed
}

/** The connection lives by the request that carries it: its sign-in counts from now on, not that of negotiate. */
function adopt(connection: Connection, { user, parsed }: HubExchange): void {
  connection.user = user
  connection.request = parsed.request
}

function reply({ response, headers }: HubExchange, answer: Answer): void {
  answerText(response, { ...answer, headers: { ...headers, ...answer.headers } })
}

function answerJson({ response, headers }: HubExchange, value: object): void {
  const text = JSON.stringify(value)
  response.writeHead(200, {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  })
  response.end(text)
}
