import { ERRORS } from '@partyline/contract'
import type { ErrorCode, ErrorEnvelope } from '@partyline/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

/** Turns whatever was thrown into the one shape of a failed call, and logs what is ours to mend. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = error instanceof AppError ? error : fromFramework(error as FastifyError)
  if (known.status >= 500) request.log.error({ err: error, code: known.code }, 'call failed')
  const answer: ErrorEnvelope = {
    operation: request.routeOptions.config.call ?? null,
    message: known.fields ? null : known.message,
    details: known.details,
    ...(known.fields && { errors: known.fields }),
    error: known.code,
    data: null,
    requestId: request.id,
  }
  return reply.status(known.status).type('application/json').send(answer)
}

const CODES: Record<number, ErrorCode> = {
  404: 'not-found',
  413: 'payload-too-large',
  415: 'unsupported-media-type',
  429: 'too-many-requests',
  503: 'unavailable',
}

/** A fault that Fastify or a plugin found before any of our code ran. */
function fromFramework(error: FastifyError): AppError {
  const status = error.statusCode ?? 500
  const code = CODES[status] ?? (status < 500 ? 'bad-request' : 'internal')
  return new AppError(code, { message: ERRORS[code].message, cause: error })
}

/** So that the answer to a failed call names the call. */
declare module 'fastify' {
  interface FastifyContextConfig {
    call?: string
  }
}
