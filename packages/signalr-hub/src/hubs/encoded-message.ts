import { createRecord, type OutgoingRecord } from '../connections/record.ts'
import { type HubMessage, type InvocationMessage, MessageType } from '../protocol/hub-message.ts'
import type { HubProtocol } from '../protocol/hub-protocol.ts'
import { jsonProtocol } from '../protocol/json-protocol.ts'

/** One message for many connections, encoded once for each of their protocols. */
export type EncodedMessage = {
  recordFor(protocol: HubProtocol): OutgoingRecord | undefined
  /** @throws TypeError when another process sent something else */
  invocation(): InvocationMessage
}

export function encodeOnce(message: InvocationMessage): EncodedMessage {
  const records = new Map<HubProtocol, OutgoingRecord>()
  return {
    invocation: () => message,
    recordFor(protocol) {
      const known = records.get(protocol)
      if (known) return known
      const record = encode(message, protocol)
      records.set(protocol, record)
      return record
    },
  }
}

/** Encodes a message for one connection. */
export function encode(message: HubMessage, protocol: HubProtocol): OutgoingRecord {
  return createRecord(protocol.write(message), protocol.transferFormat)
}

/** A message encoded in every protocol of the hub, by protocol name: text as it is, bytes in base64. */
export type EncodedRecords = Readonly<Record<string, string>>

/** Encodes a message in every protocol, because it is unknown which ones the clients of other processes use. */
export function toRecords(message: EncodedMessage, protocols: readonly HubProtocol[]): EncodedRecords {
  return Object.fromEntries(
    protocols.flatMap((protocol) => {
      const payload = message.recordFor(protocol)?.payload
      return payload ? [[protocol.name, payload.toString(protocol.transferFormat === 'Text' ? 'utf8' : 'base64')]] : []
    }),
  )
}

/** Decodes a message from another process for many connections of this one. */
export function fromRecords(records: EncodedRecords): EncodedMessage {
  const ready = new Map<HubProtocol, ReturnType<typeof createRecord>>()
  return {
    invocation: () => readInvocation(records),
    recordFor(protocol) {
      const known = ready.get(protocol)
      if (known) return known
      const data = records[protocol.name]
      if (data === undefined) return undefined
      const { transferFormat } = protocol
      const record = createRecord(transferFormat === 'Text' ? data : Buffer.from(data, 'base64'), transferFormat)
      ready.set(protocol, record)
      return record
    },
  }
}

/** JSON is always among the protocols. */
function readInvocation(records: EncodedRecords): InvocationMessage {
  const [first] = jsonProtocol.createReader(Infinity).read(Buffer.from(records[jsonProtocol.name] ?? ''))
  if (first?.message.type !== MessageType.Invocation) throw new TypeError('The message is not an invocation.')
  return first.message
}
