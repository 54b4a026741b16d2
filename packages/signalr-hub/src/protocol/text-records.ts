import { messageTooLarge, ProtocolError } from './hub-protocol.ts'

/** ASCII "record separator": ends every record of a text protocol. */
export const RECORD_SEPARATOR = '\u001e'
export const SEPARATOR_BYTE = 0x1e
/** Shared by all connections: it only decodes complete records. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Splits a stream of bytes at the record separator. */
export type TextRecordReader = {
  /** Returns the records that this chunk completes, without the separator, and their size in bytes. */
  read(chunk: Uint8Array): readonly { readonly text: string; readonly size: number }[]
}

/**
 * Buffers an incomplete record.
 * The separator byte never occurs inside a UTF-8 sequence, so splitting bytes is safe.
 */
export function createTextRecordReader(maximumSize: number): TextRecordReader {
  let parts: Uint8Array[] = []
  let partsSize = 0

  function keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    parts.push(bytes)
    partsSize += bytes.length
    if (partsSize > maximumSize) throw messageTooLarge(maximumSize)
  }

  function takeRest(): Uint8Array {
    const only = parts[0]
    const rest = parts.length === 1 && only ? only : Buffer.concat(parts, partsSize)
    parts = []
    partsSize = 0
    return rest
  }

  return {
    read(chunk) {
      const records = []
      let start = 0
      for (let end = chunk.indexOf(SEPARATOR_BYTE); end >= 0; end = chunk.indexOf(SEPARATOR_BYTE, start)) {
        keep(chunk.subarray(start, end))
        const size = partsSize
        records.push({ text: decode(takeRest()), size })
        start = end + 1
      }
      keep(chunk.subarray(start))
      return records
    },
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new ProtocolError('The message is not valid UTF-8.')
  }
}
