import { messageTooLarge, ProtocolError } from './hub-protocol.ts'

/** Each byte of the length prefix has seven bits; the eighth means that another byte follows. */
const BITS = 7
const MORE = 0x80
/** A length has up to 31 bits, which fit in 5 bytes. */
const MAX_PREFIX_LENGTH = 5
const MAX_LENGTH = 0x7fff_ffff

type Prefix = { readonly prefixLength: number; readonly length: number }

/** Splits a stream of bytes into messages that are preceded by their length (HubProtocol.md, "MessagePack Encoding"). */
export function createBinaryFrameReader(maximumSize: number): { read(chunk: Uint8Array): readonly Uint8Array[] } {
  let parts: Uint8Array[] = []
  let size = 0
  let needed = 1

  function join(): Uint8Array {
    const [only] = parts
    return only && parts.length === 1 ? only : Buffer.concat(parts, size)
  }

  return {
    read(chunk) {
      parts.push(chunk)
      size += chunk.length
      // Joining only once a message may be complete keeps many small chunks from taking quadratic time.
      if (size < needed) return []
      const bytes = join()
      const messages: Uint8Array[] = []
      let start = 0
      needed = 1
      for (;;) {
        const prefix = readPrefix(bytes, start)
        if (!prefix) break
        if (prefix.length > maximumSize) throw messageTooLarge(maximumSize)
        const end = start + prefix.prefixLength + prefix.length
        if (end > bytes.length) {
          needed = end - start
          break
        }
        messages.push(bytes.subarray(start + prefix.prefixLength, end))
        start = end
      }
      const rest = bytes.subarray(start)
      parts = rest.length > 0 ? [rest] : []
      size = rest.length
      return messages
    },
  }
}

/** Adds the length prefix to a message. */
export function frameBinary(message: Uint8Array): Uint8Array {
  const prefix: number[] = []
  let left = message.length
  do {
    const bits = left & (MORE - 1)
    left >>>= BITS
    prefix.push(left > 0 ? bits | MORE : bits)
  } while (left > 0)
  const frame = new Uint8Array(prefix.length + message.length)
  frame.set(prefix)
  frame.set(message, prefix.length)
  return frame
}

/** Returns undefined while the prefix is incomplete. */
function readPrefix(bytes: Uint8Array, start: number): Prefix | undefined {
  let length = 0
  for (let index = 0; index < MAX_PREFIX_LENGTH; index += 1) {
    const byte = bytes[start + index]
    if (byte === undefined) return undefined
    length += (byte & (MORE - 1)) * 2 ** (BITS * index)
    if (length > MAX_LENGTH) break
    if ((byte & MORE) === 0) return { prefixLength: index + 1, length }
  }
  throw new ProtocolError('The length of a message is not valid.')
}
