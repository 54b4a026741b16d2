import { isNotConnected } from '../platform/index.ts'

/**
 * Why a request brought no result. The difference matters for sending: what is `busy` or `unreachable` certainly did
 * not reach Twilio's queue and may be sent again, what is `unknown` may have been sent.
 */
export type Failure =
  /** Twilio looked at it and said no: trying again changes nothing. `code` is null where Twilio named none. */
  | { state: 'refused'; status: number; code: number | null; message: string }
  /** Too many requests at once, or a full queue: not processed. */
  | { state: 'busy'; retryAfterMs: number }
  /** No connection was made: not processed. */
  | { state: 'unreachable' }
  /** The request may have arrived, but no readable answer came back. */
  | { state: 'unknown' }

/** The error of failed requests, except those of `sendMessage` and `fetchMedia`. */
export class TwilioFailure extends Error {
  readonly failure: Failure

  constructor(failure: Failure, cause?: unknown) {
    const code = failure.state === 'refused' ? ` (${failure.code ?? `HTTP ${failure.status}`})` : ''
    super(`Twilio request: ${failure.state}${code}`, { cause })
    this.name = 'TwilioFailure'
    this.failure = failure
  }
}

/** The API's own codes, reference: https://www.twilio.com/docs/api/errors */
const TOO_MANY_REQUESTS = 20429
const QUEUE_FULL = 21611
const DEFAULT_RETRY_AFTER_MS = 1_000
const MAX_RETRY_AFTER_MS = 60_000

/** Interprets an error response. `body` is its JSON, if any. */
export function failureOfAnswer(status: number, headers: Headers, body: unknown): Failure {
  const { code, message } = readError(body)
  if (status === 429 || code === TOO_MANY_REQUESTS || code === QUEUE_FULL) {
    return { state: 'busy', retryAfterMs: retryAfterMs(headers) }
  }
  // A gateway's 408 says that it gave up waiting, not that Twilio did nothing.
  if (status >= 400 && status < 500 && status !== 408) return { state: 'refused', status, code, message }
  return { state: 'unknown' }
}

function readError(body: unknown): { code: number | null; message: string } {
  const { code, message, title } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const words = [message, title].find((text) => typeof text === 'string')
  return { code: typeof code === 'number' ? code : null, message: words ?? 'Twilio gave no reason.' }
}

function retryAfterMs(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds > 0 ? Math.min(seconds * 1000, MAX_RETRY_AFTER_MS) : DEFAULT_RETRY_AFTER_MS
}

/** Interprets an error of fetch: unless certainly nothing was sent, the outcome is unknown. */
export function failureOfError(error: unknown): Failure {
  return { state: isNotConnected(error) ? 'unreachable' : 'unknown' }
}
