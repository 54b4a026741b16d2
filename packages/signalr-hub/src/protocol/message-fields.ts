import type { MessageHeaders } from './hub-message.ts'
import { ProtocolError } from './hub-protocol.ts'

/** A JSON object from the network. */
export type JsonObject = Readonly<Record<string, unknown>>

function own(source: JsonObject, name: string): unknown {
  return Object.hasOwn(source, name) ? source[name] : undefined
}

function isNone(value: unknown): value is null | undefined {
  return value === undefined || value === null
}

export function requiredString(source: JsonObject, name: string): string {
  const value = optionalString(source, name)
  if (value === undefined) throw new ProtocolError(`Missing required property '${name}'.`)
  return value
}

export function optionalString(source: JsonObject, name: string): string | undefined {
  const value = own(source, name)
  if (isNone(value)) return undefined
  if (typeof value !== 'string') throw new ProtocolError(`Expected '${name}' to be of type String.`)
  return value
}

export function requiredInteger(source: JsonObject, name: string): number {
  const value = own(source, name)
  if (isNone(value)) throw new ProtocolError(`Missing required property '${name}'.`)
  if (!Number.isSafeInteger(value)) throw new ProtocolError(`Expected '${name}' to be of type Integer.`)
  return Number(value)
}

export function requiredArray(source: JsonObject, name: string): readonly unknown[] {
  const value = own(source, name)
  if (isNone(value)) throw new ProtocolError(`Missing required property '${name}'.`)
  if (!Array.isArray(value)) throw new ProtocolError(`Expected '${name}' to be of type Array.`)
  return value
}

export function requiredValue(source: JsonObject, name: string): unknown {
  if (!Object.hasOwn(source, name)) throw new ProtocolError(`Missing required property '${name}'.`)
  return source[name]
}

/** Stream IDs are optional strings. */
export function optionalStreamIds(source: JsonObject): { readonly streamIds?: readonly string[] } {
  if (isNone(own(source, 'streamIds'))) return {}
  const streamIds = requiredArray(source, 'streamIds').map((id) => {
    if (typeof id !== 'string') throw new ProtocolError("Expected 'streamIds' to be of type Array of String.")
    return id
  })
  return streamIds.length > 0 ? { streamIds } : {}
}

/** Headers are optional, with string values. */
export function optionalHeaders(value: unknown): { readonly headers?: MessageHeaders } {
  if (isNone(value)) return {}
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new ProtocolError("Expected 'headers' to be of type Object.")
  }
  const headers: [string, string][] = Object.entries(value).map(([name, text]) => {
    if (typeof text !== 'string') throw new ProtocolError(`Expected header '${name}' to be of type String.`)
    return [name, text]
  })
  return headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}
}
