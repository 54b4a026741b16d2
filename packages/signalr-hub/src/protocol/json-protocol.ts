import { type CompletionOutcome, type HubMessage, MessageType } from './hub-message.ts'
import { type HubProtocol, type IncomingMessage, ProtocolError } from './hub-protocol.ts'
import {
  type JsonObject,
  optionalHeaders,
  optionalStreamIds,
  optionalString,
  requiredArray,
  requiredInteger,
  requiredString,
  requiredValue,
} from './message-fields.ts'
import { createTextRecordReader, RECORD_SEPARATOR } from './text-records.ts'

/** The JSON encoding, version 1 (HubProtocol.md, "JSON Encoding"). Version 2 differs in stateful reconnect only. */
export const jsonProtocol: HubProtocol = {
  name: 'json',
  version: 2,
  transferFormat: 'Text',
  write: (message) => JSON.stringify(toJson(message)) + RECORD_SEPARATOR,
  createReader(maximumSize) {
    const records = createTextRecordReader(maximumSize)
    return {
      read(chunk) {
        const messages: IncomingMessage[] = []
        for (const { text, size } of records.read(chunk)) {
          const message = fromJson(parseObject(text))
          if (message) messages.push({ message, size })
        }
        return messages
      },
    }
  },
}

function parseObject(text: string): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ProtocolError('Error reading JSON.')
  }
  if (isObject(value)) return value
  throw new ProtocolError(`Unexpected JSON Token Type '${tokenType(value)}'. Expected a JSON Object.`)
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function tokenType(value: unknown): string {
  if (value === null) return 'Null'
  if (Array.isArray(value)) return 'Array'
  return { string: 'String', number: 'Number', boolean: 'Boolean' }[typeof value as 'string' | 'number' | 'boolean']
}

/** Returns undefined for unknown types, which newer peers may send. */
function fromJson(source: JsonObject): HubMessage | undefined {
  const type = requiredInteger(source, 'type')
  switch (type) {
    case MessageType.Invocation: {
      const invocationId = optionalString(source, 'invocationId')
      return { type, ...(invocationId === undefined ? {} : { invocationId }), ...call(source) }
    }
    case MessageType.StreamInvocation:
      return { type, invocationId: requiredString(source, 'invocationId'), ...call(source) }
    case MessageType.StreamItem:
      return { type, ...addressed(source), item: requiredValue(source, 'item') }
    case MessageType.Completion:
      return { type, ...addressed(source), outcome: outcome(source) }
    case MessageType.CancelInvocation:
      return { type, ...addressed(source) }
    case MessageType.Ping:
      return { type }
    case MessageType.Close: {
      const error = optionalString(source, 'error')
      return { type, ...(error === undefined ? {} : { error }), allowReconnect: source.allowReconnect === true }
    }
    case MessageType.Ack:
    case MessageType.Sequence:
      return { type, sequenceId: requiredInteger(source, 'sequenceId') }
    default:
      return undefined
  }
}

function call(source: JsonObject) {
  return {
    ...optionalHeaders(source.headers),
    target: requiredString(source, 'target'),
    arguments: requiredArray(source, 'arguments'),
    ...optionalStreamIds(source),
  }
}

function addressed(source: JsonObject) {
  return { ...optionalHeaders(source.headers), invocationId: requiredString(source, 'invocationId') }
}

function outcome(source: JsonObject): CompletionOutcome {
  const error = optionalString(source, 'error')
  const hasResult = Object.hasOwn(source, 'result')
  if (error !== undefined && hasResult) {
    throw new ProtocolError("The 'error' and 'result' properties are mutually exclusive.")
  }
  if (error !== undefined) return { kind: 'error', error }
  return hasResult ? { kind: 'result', result: source.result } : { kind: 'void' }
}

function toJson(message: HubMessage): object {
  switch (message.type) {
    case MessageType.Invocation:
    case MessageType.StreamInvocation:
      return { ...message, arguments: message.arguments.map(orNull) }
    case MessageType.StreamItem:
      return { ...message, item: orNull(message.item) }
    case MessageType.Completion: {
      const { outcome, ...rest } = message
      if (outcome.kind === 'error') return { ...rest, error: outcome.error }
      return outcome.kind === 'result' ? { ...rest, result: orNull(outcome.result) } : rest
    }
    case MessageType.Close: {
      const { allowReconnect, ...rest } = message
      return allowReconnect ? message : rest
    }
    default:
      return message
  }
}

/** JSON has no undefined: the property would be omitted, and the record would be incomplete. */
function orNull(value: unknown): unknown {
  return value === undefined ? null : value
}
