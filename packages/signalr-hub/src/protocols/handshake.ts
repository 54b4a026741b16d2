import { messageTooLarge, ProtocolError } from './hub-protocol.ts'
import { createTextRecordReader, RECORD_SEPARATOR, SEPARATOR_BYTE } from './text-records.ts'

/** What a client asks for in its first record. */
export type HandshakeRequest = { readonly protocol: string; readonly version: number }

/** The answer to a good handshake. It is JSON text even when the protocol is binary. */
export const HANDSHAKE_SUCCESS = `{}${RECORD_SEPARATOR}`

/** The answer to a bad handshake; the connection is closed after it. */
export function handshakeError(error: string): string {
  return JSON.stringify({ error }) + RECORD_SEPARATOR
}

/** Waits for the first record; the bytes after it already belong to the chosen protocol. */
export function createHandshakeReader(maximumSize: number) {
  const records = createTextRecordReader(maximumSize)
  return {
    /**
     * Returns undefined while the record is unfinished.
     * @throws ProtocolError when it is not a handshake
     */
    read(chunk: Uint8Array): { readonly request: HandshakeRequest; readonly rest: Uint8Array } | undefined {
      const end = chunk.indexOf(SEPARATOR_BYTE)
      if (end > maximumSize) throw messageTooLarge(maximumSize)
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
  const { protocol, version } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  if (typeof protocol !== 'string') throw new ProtocolError("Missing required property 'protocol' in the handshake.")
  if (!Number.isSafeInteger(version)) throw new ProtocolError("Missing required property 'version' in the handshake.")
  return { protocol, version: Number(version) }
}
