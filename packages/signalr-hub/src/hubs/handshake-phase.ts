import type { TransportName } from '../connections/transport.ts'
import { createHandshakeReader, type HandshakeRequest } from '../protocols/handshake.ts'
import { type HubProtocol, ProtocolError } from '../protocols/hub-protocol.ts'

/** A handshake that has not come yet. */
export type HandshakePhase = {
  /**
   * Returns undefined while the handshake is unfinished, and then what it asks for and the bytes that came after it.
   * @throws ProtocolError with the reason that the client is told
   */
  read(chunk: Uint8Array): { readonly protocol: HubProtocol; readonly rest: Uint8Array } | undefined
}

type Options = {
  readonly protocols: readonly HubProtocol[]
  readonly transport: () => TransportName
  /** In bytes. */
  readonly maximumSize: number
}

export function createHandshakePhase({ protocols, transport, maximumSize }: Options): HandshakePhase {
  const reader = createHandshakeReader(maximumSize)
  return {
    read(chunk) {
      const handshake = reader.read(chunk)
      return handshake && { protocol: chooseProtocol(handshake.request, protocols, transport()), rest: handshake.rest }
    },
  }
}

function chooseProtocol(
  { protocol: name, version }: HandshakeRequest,
  protocols: readonly HubProtocol[],
  transport: TransportName,
): HubProtocol {
  const protocol = protocols.find((candidate) => candidate.name === name.toLowerCase())
  if (!protocol) throw new ProtocolError(`The protocol '${name}' is not supported.`)
  if (version < 1 || version > protocol.version) {
    throw new ProtocolError(`The server does not support version ${version} of the '${protocol.name}' protocol.`)
  }
  if (protocol.transferFormat === 'Binary' && transport === 'ServerSentEvents') {
    throw new ProtocolError(
      `Cannot use the '${protocol.name}' protocol on the current transport. ` +
        `The transport does not support 'Binary' transfer format.`,
    )
  }
  return protocol
}
