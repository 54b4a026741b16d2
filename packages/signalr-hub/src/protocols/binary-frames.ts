import { messageTooLarge, ProtocolError } from './hub-protocol.ts'

/** Bits of a length in one byte of its prefix; the eighth says that another byte follows. */
const BITS = 7
const MORE = 0x80
/** A length has 31 bits at most, which fit in 5 bytes. */
const LONGEST_PREFIX = 5
const LARGEST_LENGTH = 0x7fff_ffff

type Prefix = { readonly prefixLength: number; readonly length: number }

/** Cuts a stream of bytes into messages, each preceded by its length (HubProtocol.md, "MessagePack Encoding"). */
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
      // Joining only what can hold a message keeps many small chunks from costing their square.
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

/** Puts the length before a message. */
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

/** Returns undefined while the prefix itself is unfinished. */
function readPrefix(bytes: Uint8Array, start: number): Prefix | undefined {
  let length = 0
  for (let index = 0; index < LONGEST_PREFIX; index += 1) {
    const byte = bytes[start + index]
    if (byte === undefined) return undefined
    length += (byte & (MORE - 1)) * 2 ** (BITS * index)
    if (length > LARGEST_LENGTH) break
    if ((byte & MORE) === 0) return { prefixLength: index + 1, length }
  }
  throw new ProtocolError('The length of a message is not valid.')
}
