import type { FastifyCompressOptions } from '@fastify/compress'
import { BOUND_TEXTS, MESSAGE } from '@partyline/contract'
import type { CallSchemas, Upload } from '@partyline/contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, invalid } from './app-error.ts'

/** For a call without query parameters. */
const NO_QUERY = z.object({})
/** Fields that an error names. */
const MAX_ISSUES = 20
/** Characters of a field's name in an error: callers choose the names of unknown fields. */
const MAX_NAME_LENGTH = 100
/** For programs: curl, for example, sends another type by default. */
export const TAKES_JSON = 'This call takes JSON. Send it with the header “Content-Type: application/json”.'
/** Levels of lists and objects in a body; no call takes more than a few. */
const MAX_DEPTH = 20

export type Input = { params: unknown; query: unknown; body: unknown; form: unknown }

/** Reads and checks everything that a request brings, by the call's schemas. */
export async function readInput(schemas: CallSchemas, request: FastifyRequest): Promise<Input> {
  const isForm = request.isMultipart()
  if (isForm && !schemas.form) throw new AppError('unsupported-media-type', schemas.body && { message: TAKES_JSON })
  return {
    params: check(schemas.params, request.params),
    query: check(schemas.query ?? (schemas.params && NO_QUERY), request.query),
    body: isForm ? undefined : check(schemas.body, request.body ?? {}),
    form: isForm ? check(schemas.form, await readBoundedForm(schemas.form, request).catch(blameCaller)) : undefined,
  }
}

function check(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(cleanTexts(value))
  if (result.success) return result.data
  // A map, because callers name fields `constructor` and `toString` too.
  const fields = new Map<string, string[]>()
  const add = (field: string, message: string) => fields.set(field, [...(fields.get(field) ?? []), message])
  for (const issue of result.error.issues.slice(0, MAX_ISSUES)) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, MAX_ISSUES) : []
    for (const key of unknown.map(shortened)) add(key, BOUND_TEXTS.unknownField(key))
    if (unknown.length > 0) continue
    add(issue.path.length > 0 ? issue.path.join('.') : 'body', issue.message)
  }
  throw invalid(Object.fromEntries([...fields].slice(0, MAX_ISSUES)))
}

function shortened(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name
}

/** PostgreSQL keeps neither NUL characters nor halves of surrogate pairs. */
function cleanTexts(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new AppError('bad-request')
  if (typeof value === 'string') return value.replaceAll(/\0+/g, '').toWellFormed()
  if (Array.isArray(value)) return value.map((inner) => cleanTexts(inner, depth + 1))
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleanTexts(inner, depth + 1)]))
}

/** Fastify checks the size that a request states. A chunked one states none. */
async function readBoundedForm(schema: z.ZodObject | undefined, request: FastifyRequest) {
  const { raw, routeOptions } = request
  const { promise: tooLarge, reject } = Promise.withResolvers<never>()
  let bytes = 0
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > (routeOptions.bodyLimit ?? 0)) {
      raw.unpipe()
      reject(new AppError('payload-too-large'))
    }
  })
  return Promise.race([readForm(schema, request), tooLarge])
}

/** Fields that the schema wants as lists may be repeated; files become {@link Upload}s of the field that names them. */
async function readForm(schema: z.ZodObject | undefined, request: FastifyRequest): Promise<Record<string, unknown>> {
  const values = new Map<string, (string | Upload)[]>()
  let bytesLeft: number = MESSAGE.maxMediaBytes
  for await (const part of request.parts()) {
    const known = values.get(part.fieldname) ?? []
    values.set(part.fieldname, known)
    if (part.type === 'field') {
      // Forms write line breaks as CR LF; a text has the same length however it came.
      known.push(String(part.value).replaceAll('\r\n', '\n'))
    } else {
      const bytes = await part.toBuffer()
      bytesLeft -= bytes.length
      if (bytesLeft < 0) throw new AppError('payload-too-large', { message: BOUND_TEXTS.tooLarge })
      known.push({ fileName: part.filename, contentType: part.mimetype, bytes })
    }
  }
  return Object.fromEntries(
    [...values].map(([field, list]) => [field, isList(schema?.shape[field]) || list.length > 1 ? list : list[0]]),
  )
}

/** The form parser's own errors, such as for a form that is cut off, have no status. */
function blameCaller(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT') {
    throw invalid({ Media: [BOUND_TEXTS.tooMany('files', MESSAGE.maxMedia)] })
  }
  throw error instanceof AppError || (error instanceof Error && 'statusCode' in error)
    ? error
    : new AppError('bad-request', { cause: error })
}

function isList(schema: z.core.$ZodType | undefined): boolean {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return isList(schema.unwrap())
  return schema instanceof z.ZodArray
}

/**
 * Compresses a route's replies above 1 KB. A route without this option is never compressed: the length of a compressed
 * reply can give away a secret in it when the reply also repeats the caller's input.
 */
export const COMPRESSED: Pick<FastifyCompressOptions, 'encodings' | 'customTypes'> = {
  encodings: ['br', 'gzip'],
  customTypes: /^(application\/json|text\/html)(;|$)/,
}
