import type { TransportName } from '../connections/transport.ts'
import { type HubProtocol, ProtocolError } from '../protocol/hub-protocol.ts'
import { RECORD_SEPARATOR, SEPARATOR_BYTE, createTextRecordReader } from '../protocol/text-records.ts'

/** A pending handshake. */
export type HandshakePhase = {
  /**
   * Returns undefined while the handshake is incomplete, and then the chosen protocol and the bytes after the handshake.
   * @throws ProtocolError with the reason to send to the client
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

/** The first record of a client. */
type HandshakeRequest = { readonly protocol: string; readonly version: number }

/** The response to a successful handshake. It is JSON even for binary protocols. */
export const HANDSHAKE_SUCCESS = `{}${RECORD_SEPARATOR}`

/** The response to a failed handshake; the connection is then closed. */
export function handshakeError(error: string): string {
  return JSON.stringify({ error }) + RECORD_SEPARATOR
}

/** Reads the first record; the bytes after it belong to the chosen protocol. */
function createHandshakeReader(maximumSize: number) {
  const records = createTextRecordReader(maximumSize)
  return {
    /**
     * Returns undefined while the record is incomplete.
     * @throws ProtocolError if it is not a handshake
     */
    read(chunk: Uint8Array): { readonly request: HandshakeRequest; readonly rest: Uint8Array } | undefined {
      const end = chunk.indexOf(SEPARATOR_BYTE)
      const [record] = records.read(end < 0 ? chunk : chunk.subarray(0, end + 1))
      return record && { request: parseHandshake(record.text), rest: chunk.subarray(end + 1) }
    },
  }
}

function parseHandshake(text: string): HandshakeRequest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ProtocolError('The handshake is not JSON.')
  }
  const { protocol, version } = (value ?? {}) as Record<string, unknown>
  if (typeof protocol !== 'string') throw new ProtocolError("Missing required property 'protocol' in the handshake.")
  if (!Number.isSafeInteger(version)) throw new ProtocolError("Missing required property 'version' in the handshake.")
  return { protocol, version: Number(version) }
}
