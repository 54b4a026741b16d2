import { Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import type { TwilioRequest } from '../twilio/index.ts'

/** Seconds. The gateway gives up after 15. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

export function countTwilioRequests(registry: Registry) {
  const duration = new Histogram({
    name: 'partyline_twilio_request_duration_seconds',
    help: 'Time of a request to Twilio, by what was asked and what became of it.',
    labelNames: ['operation', 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  })
  return {
    count: ({ operation, outcome, seconds }: TwilioRequest) => duration.observe({ operation, outcome }, seconds),
  }
}
