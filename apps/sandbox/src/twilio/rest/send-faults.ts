import type { FastifyReply } from 'fastify'
import { NO_PHONE } from '../../faults/index.ts'
import type { Faults } from '../../faults/index.ts'

/** A response that refuses the message; `retryAfter` in seconds. */
export type Failure = { status: number; code: number | null; message?: string; retryAfter?: number }

/** The response for a message that was accepted. */
export type AnswerFault = { kind: 'none' } | { kind: 'reset' } | { kind: 'failure'; failure: Failure }

/** Twilio's servers return a code; the load balancer in front of them returns a page. */
const CODES: Record<number, number> = { 403: 20403, 429: 20429, 500: 20500, 503: 20503 }
const TITLES: Record<number, string> = {
  403: 'Forbidden',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

const NOT_ACTIVE: Failure = { status: 403, code: 20005, message: 'Account not active' }

export const failureOf = (status: number): Failure => ({ status, code: CODES[status] ?? null })

/** The error for every request of the account, if a fault is set. */
export function faultOfAccount(faults: Faults): Failure | null {
  const down = faults.take(NO_PHONE, 'twilioDown')
  if (down) return failureOf(down.status)
  const busy = faults.take(NO_PHONE, 'accountBusy')
  if (busy) return { ...failureOf(429), retryAfter: busy.retryAfter }
  const refused = faults.take(NO_PHONE, 'accountRefused')
  return refused && { ...failureOf(403), code: refused.code }
}

/** The error before the request is processed, if a fault is set. */
export function faultBeforeAccepting(faults: Faults, phone: string): Failure | null {
  if (faults.take(NO_PHONE, 'accountSuspended') ?? faults.take(NO_PHONE, 'accountClosed')) return NOT_ACTIVE
  const tooMany = faults.take(phone, 'tooManyRequests')
  if (tooMany) return { ...failureOf(429), retryAfter: tooMany.retryAfter }
  const error = faults.take(phone, 'errorBeforeAccepting')
  return error && failureOf(error.status)
}

/** The fault in the response for an accepted message. */
export function faultAfterAccepting(faults: Faults, phone: string): AnswerFault | null {
  if (faults.take(phone, 'acceptAndHang')) return { kind: 'none' }
  if (faults.take(phone, 'acceptAndReset')) return { kind: 'reset' }
  const error = faults.take(phone, 'errorAfterAccepting')
  return error && { kind: 'failure', failure: failureOf(error.status) }
}

export function sendFailure(reply: FastifyReply, { status, code, message, retryAfter }: Failure) {
  const title = message ?? TITLES[status] ?? ''
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  reply.code(status)
  if (code === null) return reply.type('text/html').send(`<html><body><h1>${status} ${title}</h1></body></html>`)
  return reply.send({ code, message: title, more_info: `https://www.twilio.com/docs/errors/${code}`, status })
}

/** Sends no response: forever, or until the connection breaks. */
export function sendNoResponse(reply: FastifyReply, kind: 'none' | 'reset') {
  reply.hijack()
  if (kind === 'reset') reply.raw.socket?.resetAndDestroy()
  return reply
}
