import { calls, ERRORS } from '@partyline/contract'
import type { CallSchemas, ErrorCode, ErrorEnvelope } from '@partyline/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { TAKES_JSON } from './read-input.ts'
import { isDatabaseAway } from './database-fault.ts'
import { isStorageFull } from './storage-watch.ts'

/** Turns any error into the response of a failed call, and logs errors that we have to fix. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known =
    error instanceof AppError ? error : (fromDatabase(error) ?? fromFramework(error as FastifyError, request))
  if (known.status >= 500) request.log.error({ err: error, code: known.code }, 'call failed')
  const answer: ErrorEnvelope = {
    operation: request.routeOptions.config.call ?? null,
    message: known.code === 'validation' ? null : known.message,
    details: known.details,
    ...(known.fields && { errors: known.fields }),
    error: known.code,
    data: null,
    requestId: request.id,
  }
  if (known.code === 'payload-too-large') {
    // A client that is cut off during an upload may not see the answer, so only endless bodies are not read to their end.
    if (statedLength(request) > request.routeOptions.bodyLimit) reply.header('connection', 'close')
    else request.raw.resume()
  }
  // Required by RFC 9110. Browsers do not ask for a password because of this scheme.
  if (known.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.status(known.status).type('application/json').send(answer)
}

/** A chunked body states none. */
function statedLength({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
}

/** A database that is full, or away: the call may be repeated. */
function fromDatabase(error: unknown): AppError | null {
  if (isStorageFull(error)) return new AppError('storage-full', { cause: error })
  return isDatabaseAway(error) ? new AppError('unavailable', { cause: error }) : null
}

const CODES: Record<number, ErrorCode> = {
  404: 'not-found',
  413: 'payload-too-large',
  415: 'unsupported-media-type',
  429: 'too-many-requests',
  503: 'unavailable',
}

/** A fault that Fastify or a plugin found before any of our code ran. */
function fromFramework(error: FastifyError, request: FastifyRequest): AppError {
  const status = error.statusCode ?? 500
  const code = CODES[status] ?? (status < 500 ? 'bad-request' : 'internal')
  const message = status === 415 && takesJson(request) ? TAKES_JSON : ERRORS[code].message
  return new AppError(code, { message, cause: error })
}

function takesJson({ routeOptions }: FastifyRequest): boolean {
  const schemas: Record<string, CallSchemas> = calls
  return schemas[routeOptions.config.call ?? '']?.body !== undefined
}

/** So that the answer to a failed call names the call. */
declare module 'fastify' {
  interface FastifyContextConfig {
    call?: string
  }
}
