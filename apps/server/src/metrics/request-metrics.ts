import { REALTIME } from '@partyline/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import type { TwilioRequest } from '../twilio/index.ts'

/** Seconds. Webhooks should be answered within 0.25. */
const CALL_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Seconds. The gateway gives up after 15. */
const TWILIO_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/**
 * Counts answers by the contract's name of the call, never by address: addresses hold ids. Pages, files and unknown
 * addresses are `other`. The hub's own requests last as long as a browser is open, and are left out.
 */
export function countCalls(registry: Registry, http: FastifyInstance): void {
  const duration = new Histogram({
    name: 'partyline_http_request_duration_seconds',
    help: 'Time until a request was answered, by call of the contract.',
    labelNames: ['call', 'method', 'status'],
    buckets: CALL_BUCKETS,
    registers: [registry],
  })
  http.addHook('onResponse', async (request, reply) => {
    const { config, url } = request.routeOptions
    if (url?.startsWith(REALTIME.hubPath)) return
    const method = METHODS.has(request.method) ? request.method : 'other'
    duration.observe({ call: config.call ?? 'other', method, status: statusOf(reply) }, reply.elapsedTime / 1_000)
  })
}

/** `2xx`, or `aborted` if the client disconnected before the response. */
function statusOf({ raw, statusCode }: FastifyReply): string {
  return raw.headersSent ? `${Math.floor(statusCode / 100)}xx` : 'aborted'
}

export function countTwilioRequests(registry: Registry) {
  const duration = new Histogram({
    name: 'partyline_twilio_request_duration_seconds',
    help: 'Time of a request to Twilio, by what was asked and what became of it.',
    labelNames: ['operation', 'outcome'],
    buckets: TWILIO_BUCKETS,
    registers: [registry],
  })
  return {
    count: ({ operation, outcome, seconds }: TwilioRequest) => duration.observe({ operation, outcome }, seconds),
  }
}
