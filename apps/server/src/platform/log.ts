import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import { pino } from 'pino'
import { currentRequestId } from './request-id.ts'

/** They name their request in every line by themselves. */
const ofRequests = new WeakSet<object>()

/** The log of one request. */
export const createRequestLog: NonNullable<FastifyServerOptions['childLoggerFactory']> = (log, bindings, options) => {
  const own = log.child(bindings, options)
  ofRequests.add(own)
  return own
}

/**
 * The server's log, one JSON object a line. What runs on behalf of a request carries its `requestId`. Errors are logged
 * by name, message and stack only: what a library hangs on its errors (requests, headers, parameters) may hold tokens,
 * texts and phone numbers.
 */
export function createLog(level: string): FastifyBaseLogger {
  return pino({
    level,
    base: null,
    mixin(_line, _level, log) {
      const requestId = ofRequests.has(log) ? null : currentRequestId()
      return requestId === null ? {} : { requestId }
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: (error: unknown) =>
        error instanceof Error
          ? { name: error.name, message: maskNumbers(error.message), stack: maskNumbers(error.stack ?? '') }
          : { message: String(error) },
    },
  })
}

/** Keeps the last two digits of phone numbers, to distinguish them. */
function maskNumbers(text: string): string {
  return text.replaceAll(/\+?\d{5,13}(\d{2})\b/g, '…$1')
}
