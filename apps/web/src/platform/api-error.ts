import type { ErrorCode, ErrorEnvelope } from '@partyline/contract'
import { ERROR_TEXTS } from '@partyline/contract'

/** Any answer of the API other than 200 and 204. Section 8 of the specification. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The parsed body where it was JSON, else its text. */
  readonly body: unknown
  readonly headers: Headers

  constructor(answer: { status: number; body: unknown; headers: Headers }) {
    super(ERROR_TEXTS.unexpected)
    this.status = answer.status
    this.body = answer.body
    this.headers = answer.headers
  }

  /** The stable code of the contract's catalogue; null where something else than our server answered. */
  get code(): ErrorCode | null {
    return this.#envelope.error ?? null
  }

  /** A field's name to what is wrong with it. */
  get errors(): Record<string, string[]> {
    return this.#envelope.errors ?? {}
  }

  /** More than the message says, for example which chat holds a phone. */
  get details(): string | null {
    return this.#envelope.details ?? null
  }

  /** What a person reads: the answer's message, else what is wrong with the fields, a line each. */
  get text(): string {
    return this.#envelope.message || Object.values(this.errors).flat().join('\n') || this.message
  }

  get #envelope(): Partial<ErrorEnvelope> {
    return typeof this.body === 'object' && this.body !== null ? this.body : {}
  }
}

/** The server could not be reached. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'

  constructor(cause: unknown) {
    super('Partyline can’t be reached. Check your connection and try again.', { cause })
  }
}

/** The sentence that a person reads about a failure of any kind. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.text
  return error instanceof Error ? error.message : String(error)
}
