import { parse } from 'node:querystring'
import { MESSAGE } from '@partyline/contract'
import type { CallName, CallSchemas } from '@partyline/contract'
import { z } from 'zod'
import { AppError } from './app-error.ts'

const KB = 1024
/** Media in a form, or in base64 inside JSON, with the text fields around them. */
const MEDIA_BYTES = Math.ceil(MESSAGE.maxMediaBytes * 1.4) + 100_000
/** Webhooks, and JSON whose schema sets no limit. */
const DEFAULT_BYTES = 64 * KB
/** Sign-in forms and purchase tokens. */
const PLAIN_BYTES = 16 * KB
/** Room for whitespace and for unknown fields sent by mistake. */
const MIN_JSON_BYTES = 8 * KB

/** Fields of an HTML form. Twilio sends fewer than 60. */
const MAX_FORM_FIELDS = 500

/** Parses an HTML form. @throws {AppError} payload-too-large, before a form of many fields costs anything */
export function parseForm(text: string): Record<string, string | string[]> {
  if (text.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS) throw new AppError('payload-too-large')
  return parse(text) as Record<string, string | string[]>
}

/** The largest body that a call reads, in bytes: as large as its schema allows. */
export function bodyLimitOf(name: CallName, { body, form }: Pick<CallSchemas, 'body' | 'form'>): number {
  if (name.startsWith('webhooks.')) return DEFAULT_BYTES
  if (form) return MEDIA_BYTES
  if (name.startsWith('marketplace.') || !body) return PLAIN_BYTES
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const bytes = jsonBytes(schema)
  if (!Number.isFinite(bytes)) return DEFAULT_BYTES
  return Math.min(Math.max(MIN_JSON_BYTES, 2 * bytes), MEDIA_BYTES)
}

type JsonSchema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  contentEncoding?: string
  maxLength?: number
  maxItems?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

const MAX_ESCAPE_BYTES = 6
/** Numbers, dates, ids, `false`. */
const SCALAR_BYTES = 40

/** The maximum length of a value of the schema as JSON. Infinity if the schema sets no limit. */
function jsonBytes(schema: JsonSchema): number {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return Math.max(...choices.map(jsonBytes))
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (values) return Math.max(...values.map((value) => JSON.stringify(value).length))
  switch (schema.type) {
    case 'string':
      // A file; see MEDIA_BYTES.
      if (schema.contentEncoding === 'base64') return MEDIA_BYTES
      if (schema.maxLength !== undefined) return MAX_ESCAPE_BYTES * schema.maxLength + 2
      return schema.format === undefined ? Infinity : SCALAR_BYTES
    case 'array':
      return schema.items && schema.maxItems !== undefined
        ? schema.maxItems * (jsonBytes(schema.items) + 1) + 2
        : Infinity
    case 'object': {
      const fields = Object.entries(schema.properties ?? {})
      return fields.reduce((sum, [key, value]) => sum + key.length + 4 + jsonBytes(value), 2)
    }
    case 'boolean':
    case 'integer':
    case 'null':
    case 'number':
      return SCALAR_BYTES
    default:
      return Infinity
  }
}
