import * as client from 'openid-client'

/** Entra's numbers for a secret of the app that is wrong, or that has expired. */
export const SECRET_REFUSED: ReadonlySet<number> = new Set([7_000_215, 7_000_222])

type Details = { cause?: unknown; retryAfterSeconds?: number | null }

/** Microsoft could not be reached, is busy, or refused what the app itself asked. */
export class DirectoryFailure extends Error {
  override readonly name = 'DirectoryFailure'
  /** The numbers that Entra gives its errors. */
  readonly aadsts: number[]
  /** Our own secret is wrong or has expired. */
  readonly isSecretRefused: boolean
  /** How long Microsoft wants to be left alone; null where it did not say that it is busy. */
  readonly retryAfterSeconds: number | null

  constructor(message: string, { cause, retryAfterSeconds = null }: Details = {}) {
    super(message, { cause })
    this.aadsts = aadstsOf(cause)
    this.isSecretRefused = this.aadsts.some((code) => SECRET_REFUSED.has(code))
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The numbers of Entra's errors (AADSTS); the texts beside them change. */
export function aadstsOf(error: unknown): number[] {
  const codes = error instanceof client.ResponseBodyError ? error.cause['error_codes'] : []
  return Array.isArray(codes) ? codes.filter((code) => typeof code === 'number') : []
}
