import * as client from 'openid-client'

type Details = { cause?: unknown; retryAfterSeconds?: number | null }

/** Microsoft could not be reached, is busy, or refused what the app itself asked. */
export class DirectoryFailure extends Error {
  override readonly name = 'DirectoryFailure'
  /** The numbers that Entra gives its errors. */
  readonly aadsts: number[]
  /** How long Microsoft wants to be left alone; null where it did not say that it is busy. */
  readonly retryAfterSeconds: number | null

  constructor(message: string, { cause, retryAfterSeconds = null }: Details = {}) {
    super(message, { cause })
    this.aadsts = aadstsOf(cause)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The numbers of Entra's errors (AADSTS); the texts beside them change. */
export function aadstsOf(error: unknown): number[] {
  const codes = error instanceof client.ResponseBodyError ? error.cause['error_codes'] : []
  return Array.isArray(codes) ? codes.filter((code) => typeof code === 'number') : []
}
