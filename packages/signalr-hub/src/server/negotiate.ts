import type { Connection } from '../connections/connection.ts'
import type { TransportName } from '../connections/transport.ts'
import type { NegotiateRefusal } from '../hubs/endpoint-options.ts'
import { answerJson, GOING_AWAY, reply, TOO_MANY_CONNECTIONS } from './answer.ts'
import type { Endpoint, HubExchange } from './endpoint.ts'

/** The highest version of negotiate, also used for clients that request a higher one. */
const NEGOTIATE_VERSION = 1

/** Answers negotiate with IDs and transports, or with a redirect. */
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
    const requested = parsed.negotiateVersion ?? '0'
    answerJson(exchange, {
      error: `The client requested version '${requested}', but the server does not support this version.`,
    })
    return
  }
  const redirection = await endpoint.redirect?.(user, parsed.request)
  if (redirection) {
    answerJson(exchange, { negotiateVersion: version, ...redirection })
    return
  }
  // The server may have started closing during authentication. A new connection would not be told.
  if (endpoint.isClosing()) {
    reply(exchange, GOING_AWAY)
    return
  }
  const connection = endpoint.registry.create(user, parsed.request)
  if (connection) answerJson(exchange, negotiateAnswer(connection, version, endpoint.transports))
  else reply(exchange, TOO_MANY_CONNECTIONS)
}

/** Reads `negotiateVersion` (TransportProtocols.md, "POST [endpoint-base]/negotiate"). */
function chooseNegotiateVersion(requested: string | undefined): 0 | 1 | NegotiateRefusal {
  if (requested === undefined) return 0
  if (!/^\d+$/.test(requested)) return { error: 'The client requested a non-integer protocol version.' }
  return Number(requested) >= NEGOTIATE_VERSION ? NEGOTIATE_VERSION : 0
}

/** The response for a new connection. Clients try the transports in this order. */
function negotiateAnswer(
  connection: Pick<Connection, 'id' | 'token'>,
  version: 0 | 1,
  transports: readonly TransportName[],
): object {
  const ids = version === 0 ? { connectionId: connection.token } : publicAndSecret(connection)
  return { negotiateVersion: version, ...ids, availableTransports: transports.map(describe) }
}

function publicAndSecret({ id, token }: Pick<Connection, 'id' | 'token'>) {
  return { connectionId: id, connectionToken: token }
}

function describe(transport: TransportName) {
  return { transport, transferFormats: transport === 'ServerSentEvents' ? ['Text'] : ['Text', 'Binary'] }
}
