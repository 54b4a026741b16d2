import { createRecord, type OutgoingRecord } from '../connections/record.ts'
import type { HubMessage } from '../protocols/hub-message.ts'
import type { HubProtocol } from '../protocols/hub-protocol.ts'

/** One message for many connections: written once for each protocol that any of them speaks. */
export type EncodedMessage = { recordFor(protocol: HubProtocol): OutgoingRecord | undefined }

export function encodeOnce(message: HubMessage): EncodedMessage {
  const records = new Map<HubProtocol, OutgoingRecord>()
  return {
    recordFor(protocol) {
      const known = records.get(protocol)
      if (known) return known
      const record = encode(message, protocol)
      records.set(protocol, record)
      return record
    },
  }
}

/** Writes a message for one connection. */
export function encode(message: HubMessage, protocol: HubProtocol): OutgoingRecord {
  return createRecord(protocol.write(message), protocol.transferFormat)
}
