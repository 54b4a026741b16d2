import { randomUUID } from 'node:crypto'

/** An error as Microsoft Graph writes it. */
export class GraphError extends Error {
  override readonly name = 'GraphError'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export function badRequest(message: string): GraphError {
  return new GraphError(400, 'BadRequest', message)
}

/** 429, with `Retry-After` in seconds. */
export class Throttled extends GraphError {
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super(429, 'TooManyRequests', 'Too many requests')
    this.retryAfter = retryAfter
  }
}

/** In the middle of an answer that has several pages. */
export function cutOff(): GraphError {
  return new GraphError(504, 'UnknownError', 'The request timed out.')
}

export function errorBody({ code, message }: GraphError) {
  const id = randomUUID()
  const date = new Date().toISOString().slice(0, 19)
  return { error: { code, message, innerError: { date, 'request-id': id, 'client-request-id': id } } }
}
