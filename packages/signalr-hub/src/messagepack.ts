/**
 * MessagePack, the binary encoding of the hub protocol.
 * @module
 */
import { decode, encode } from '@msgpack/msgpack'
import { createBinaryFrameReader, frameBinary } from './protocol/binary-frames.ts'
import {
  type CompletionMessage,
  type CompletionOutcome,
  type HubMessage,
  type MessageHeaders,
  MessageType,
} from './protocol/hub-message.ts'
import { type HubProtocol, ProtocolError } from './protocol/hub-protocol.ts'
import { optionalHeaders } from './protocol/message-fields.ts'

/** The result kind of a completion (HubProtocol.md, "Completion Message Encoding"). */
const ResultKind = { Error: 1, Void: 2, NonVoid: 3 } as const

/**
 * The MessagePack encoding, for `createHubServer({ protocols: [messagePackProtocol] })`.
 * Dates are sent as MessagePack timestamps and `Uint8Array` as bytes. Requires the package `@msgpack/msgpack`.
 */
export const messagePackProtocol: HubProtocol = {
  name: 'messagepack',
  version: 2,
  transferFormat: 'Binary',
  write: (message) => frameBinary(encode(toArray(message), { ignoreUndefined: true })),
  createReader(maximumSize) {
    const frames = createBinaryFrameReader(maximumSize)
    return {
      read: (chunk) =>
        frames.read(chunk).flatMap((frame) => {
          const message = fromArray(decodeArray(frame))
          return message ? [{ message, size: frame.length }] : []
        }),
    }
  },
}

function decodeArray(frame: Uint8Array): readonly unknown[] {
  let value: unknown
  try {
    // A plain view: decoding a Buffer would return nested bytes as Buffers too.
    value = decode(new Uint8Array(frame.buffer, frame.byteOffset, frame.length))
  } catch {
    throw new ProtocolError('Error reading MessagePack.')
  }
  if (Array.isArray(value)) return value
  throw new ProtocolError('Expected a MessagePack array.')
}

/** Returns undefined for unknown types, which newer peers may send. */
function fromArray(fields: readonly unknown[]): HubMessage | undefined {
  const [type, headers, invocationId] = fields
  switch (type) {
    case MessageType.Invocation:
      return { type, ...optionalHeaders(headers), ...optionalId(invocationId), ...call(fields) }
    case MessageType.StreamInvocation:
      return { type, ...addressed(fields), ...call(fields) }
    case MessageType.StreamItem:
      if (fields.length < 4) throw missing('item')
      return { type, ...addressed(fields), item: fields[3] }
    case MessageType.Completion:
      return { type, ...addressed(fields), outcome: outcome(fields) }
    case MessageType.CancelInvocation:
      return { type, ...addressed(fields) }
    case MessageType.Ping:
      return { type }
    case MessageType.Close: {
      const [, error, allowReconnect] = fields
      return { type, ...(typeof error === 'string' ? { error } : {}), allowReconnect: allowReconnect === true }
    }
    case MessageType.Ack:
    case MessageType.Sequence:
      return { type, sequenceId: integer(fields[1], 'sequenceId') }
    default:
      integer(type, 'type')
      return undefined
  }
}

function addressed([, headers, invocationId]: readonly unknown[]) {
  return { ...optionalHeaders(headers), invocationId: text(invocationId, 'invocationId') }
}

function optionalId(value: unknown): { readonly invocationId?: string } {
  return value === null || value === undefined ? {} : { invocationId: text(value, 'invocationId') }
}

function call([, , , target, args, streamIds]: readonly unknown[]) {
  const ids = streamIds === undefined || streamIds === null ? [] : array(streamIds, 'streamIds')
  return {
    target: text(target, 'target'),
    arguments: array(args, 'arguments'),
    ...(ids.length > 0 ? { streamIds: ids.map((id) => text(id, 'streamIds')) } : {}),
  }
}

function outcome([, , , kind, value]: readonly unknown[]): CompletionOutcome {
  switch (kind) {
    case ResultKind.Error:
      return { kind: 'error', error: text(value, 'error') }
    case ResultKind.Void:
      return { kind: 'void' }
    case ResultKind.NonVoid:
      return { kind: 'result', result: value }
    default:
      throw new ProtocolError('Invalid invocation result kind.')
  }
}

function missing(name: string): ProtocolError {
  return new ProtocolError(`Missing required property '${name}'.`)
}

function text(value: unknown, name: string): string {
  if (typeof value === 'string') return value
  throw value === undefined || value === null
    ? missing(name)
    : new ProtocolError(`Expected '${name}' to be of type String.`)
}

function array(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw value === undefined || value === null
    ? missing(name)
    : new ProtocolError(`Expected '${name}' to be of type Array.`)
}

function integer(value: unknown, name: string): number {
  if (Number.isSafeInteger(value)) return Number(value)
  throw value === undefined || value === null
    ? missing(name)
    : new ProtocolError(`Expected '${name}' to be of type Integer.`)
}

function toArray(message: HubMessage): readonly unknown[] {
  switch (message.type) {
    case MessageType.Invocation:
    case MessageType.StreamInvocation: {
      const { type, target, arguments: args, streamIds = [] } = message
      return [type, headersOf(message), message.invocationId ?? null, target, args, streamIds]
    }
    case MessageType.StreamItem:
      return [message.type, headersOf(message), message.invocationId, message.item]
    case MessageType.Completion:
      return completion(message)
    case MessageType.CancelInvocation:
      return [message.type, headersOf(message), message.invocationId]
    case MessageType.Ping:
      return [message.type]
    case MessageType.Close:
      return [message.type, message.error ?? null, message.allowReconnect ?? false]
    default:
      return [message.type, message.sequenceId]
  }
}

function completion(message: CompletionMessage): readonly unknown[] {
  const { type, invocationId, outcome } = message
  const start = [type, headersOf(message), invocationId]
  if (outcome.kind === 'error') return [...start, ResultKind.Error, outcome.error]
  return outcome.kind === 'void' ? [...start, ResultKind.Void] : [...start, ResultKind.NonVoid, outcome.result]
}

function headersOf({ headers = {} }: { readonly headers?: MessageHeaders }): MessageHeaders {
  return headers
}
