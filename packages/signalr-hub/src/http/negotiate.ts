import type { Connection } from '../connections/connection.ts'
import type { TransportName } from '../connections/transport.ts'

/** Sends the client elsewhere, for instance to Azure SignalR Service. */
export type NegotiateRedirect = {
  readonly url: string
  /** The bearer token for the other server. */
  readonly accessToken?: string
}

/** Refuses a client in words that its `start()` rejects with. */
export type NegotiateRefusal = { readonly error: string }

/** The highest version of negotiate; clients that ask for more are answered with this one. */
const NEGOTIATE_VERSION = 1

/** Reads `negotiateVersion` (TransportProtocols.md, "POST [endpoint-base]/negotiate"). */
export function chooseNegotiateVersion(asked: string | undefined): 0 | 1 | NegotiateRefusal {
  if (asked === undefined) return 0
  if (!/^\d+$/.test(asked)) return { error: 'The client requested a non-integer protocol version.' }
  return Number(asked) >= NEGOTIATE_VERSION ? NEGOTIATE_VERSION : 0
}

/** The answer for a new connection. Clients try the transports in this order. */
export function negotiateAnswer(
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
