import type { ErrorCode, ErrorEnvelope } from '@partyline/contract'
import { ERROR_TEXTS } from '@partyline/contract'

/** Any response of the API other than 200 and 204. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The parsed body if it was JSON, otherwise its text. */
  readonly body: unknown
  readonly headers: Headers

  constructor({ status, body, headers }: { status: number; body: unknown; headers: Headers }) {
    super(ERROR_TEXTS.unexpected)
    this.status = status
    this.body = body
    this.headers = headers
  }

  /** The contract's error code; null if the response is not from our server. */
  get code(): ErrorCode | null {
    return this.#envelope.error ?? null
  }

  /** Validation errors by field name. */
  get errors(): Record<string, string[]> {
    return this.#envelope.errors ?? {}
  }

  /** Details beyond the message, for example which chat has a phone. */
  get details(): string | null {
    return this.#envelope.details ?? null
  }

  /** The text on screen: the response's message, or the errors of its fields, one per line. */
  get text(): string {
    return this.#envelope.message || Object.values(this.errors).flat().join('\n') || this.message
  }

  get #envelope(): Partial<ErrorEnvelope> {
    return typeof this.body === 'object' && this.body !== null ? this.body : {}
  }
}

/** The server could not be reached, or could not read the session: `cause` is then its response. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'

  constructor(cause: unknown) {
    const hasSentence = cause instanceof ApiError && cause.code !== null
    super(hasSentence ? cause.text : 'Partyline can’t be reached. Check your connection and try again.', { cause })
  }
}

/** The text on screen for any failure. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.text
  return error instanceof Error ? error.message : String(error)
}

/** The same, with the server's details on a separate line. */
export function errorWithDetails(error: unknown): string {
  const details = error instanceof ApiError ? error.details : null
  return details === null ? errorText(error) : `${errorText(error)}\n${details}`
}
