import { BOUND_TEXTS, MESSAGE } from '@partyline/contract'
import type { CallSchemas, Upload } from '@partyline/contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, invalid } from './app-error.ts'

/** Of a call that takes none. */
const NO_QUERY = z.object({})

export type Input = { params: unknown; query: unknown; body: unknown; form: unknown }

/** Reads and checks everything that a request brings, by the call's schemas. */
export async function readInput(schemas: CallSchemas, request: FastifyRequest): Promise<Input> {
  const isForm = request.isMultipart()
  if (isForm && !schemas.form) throw new AppError('unsupported-media-type')
  if (!isForm && schemas.form && !schemas.body) throw new AppError('unsupported-media-type')
  return {
    params: check(schemas.params, request.params),
    query: check(schemas.query ?? (schemas.params && NO_QUERY), request.query),
    body: isForm ? undefined : check(schemas.body, request.body ?? {}),
    form: isForm ? check(schemas.form, await readForm(schemas.form, request)) : undefined,
  }
}

function check(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(cleanTexts(value))
  if (result.success) return result.data
  const fields: Record<string, string[]> = {}
  for (const issue of result.error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : []
    for (const key of unknown) (fields[key] ??= []).push(BOUND_TEXTS.unknownField(key))
    if (unknown.length > 0) continue
    const field = issue.path.length > 0 ? issue.path.join('.') : 'body'
    ;(fields[field] ??= []).push(issue.message)
  }
  throw invalid(fields)
}

/** PostgreSQL keeps neither NUL characters nor halves of surrogate pairs. */
function cleanTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(cleanTexts)
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleanTexts(inner)]))
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

function isList(schema: z.core.$ZodType | undefined): boolean {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return isList(schema.unwrap())
  return schema instanceof z.ZodArray
}
