import type { TransferFormat } from '../protocol/hub-protocol.ts'

/**
 * Bytes to send to clients, already in a WebSocket frame,
 * so that a broadcast is framed once and every connection writes the same buffer.
 */
export type OutgoingRecord = {
  /** The bytes without the frame, for transports with other framing. A view of `frame`. */
  readonly payload: Buffer
  /** One complete, unmasked WebSocket frame (RFC 6455, section 5.2). */
  readonly frame: Buffer
}

/** Frames one piece of output. */
export function createRecord(data: string | Uint8Array, format: TransferFormat): OutgoingRecord {
  const length = typeof data === 'string' ? Buffer.byteLength(data) : data.length
  const { frame, payload } = allocateFrame(length, format)
  if (typeof data === 'string') payload.write(data)
  else payload.set(data)
  return { frame, payload }
}

/** Joins several records into one frame, which both record separators and MessagePack lengths allow. */
function joinRecords(records: readonly OutgoingRecord[], format: TransferFormat): OutgoingRecord {
  const length = records.reduce((sum, record) => sum + record.payload.length, 0)
  const joined = allocateFrame(length, format)
  let offset = 0
  for (const record of records) {
    joined.payload.set(record.payload, offset)
    offset += record.payload.length
  }
  return joined
}

const FINAL_TEXT = 0x81
const FINAL_BINARY = 0x82
const LENGTH_IN_2_BYTES = 126
const LENGTH_IN_8_BYTES = 127

function allocateFrame(length: number, format: TransferFormat): OutgoingRecord {
  const headerLength = length < LENGTH_IN_2_BYTES ? 2 : length <= 0xffff ? 4 : 10
  const frame = Buffer.allocUnsafe(headerLength + length)
  frame[0] = format === 'Text' ? FINAL_TEXT : FINAL_BINARY
  if (headerLength === 2) {
    frame[1] = length
  } else if (headerLength === 4) {
    frame[1] = LENGTH_IN_2_BYTES
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = LENGTH_IN_8_BYTES
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  return { frame, payload: frame.subarray(headerLength) }
}

/** Joins batches, and caches the last one: after a burst of broadcasts, thousands of connections send the same batch. */
export type Batcher = { join(records: readonly OutgoingRecord[], format: TransferFormat): OutgoingRecord }

export function createBatcher(): Batcher {
  let last: { readonly records: readonly OutgoingRecord[]; readonly joined: OutgoingRecord } | undefined

  return {
    join(records, format) {
      const [only] = records
      if (only && records.length === 1) return only
      if (last && sameRecords(last.records, records)) return last.joined
      last = { records, joined: joinRecords(records, format) }
      return last.joined
    },
  }
}

/** Each record is encoded once, so the same object means the same bytes and format. */
function sameRecords(left: readonly OutgoingRecord[], right: readonly OutgoingRecord[]): boolean {
  return left.length === right.length && left.every((record, index) => record === right[index])
}
