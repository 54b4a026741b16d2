import { ERRORS } from '@partyline/contract'
import type { ErrorCode } from '@partyline/contract'

/** A failure that the caller can understand: a code of the contract's catalogue, with words of its own if it has any. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: string | null
  readonly fields: Record<string, string[]> | undefined

  constructor(
    code: ErrorCode,
    words: { message?: string; details?: string; fields?: Record<string, string[]>; cause?: unknown } = {},
  ) {
    super(words.message ?? ERRORS[code].message, { cause: words.cause })
    this.name = 'AppError'
    this.code = code
    this.details = words.details ?? null
    this.fields = words.fields
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}

/** Bad input: each field with what is wrong with it. */
export function invalid(fields: Record<string, string[]>): AppError {
  return new AppError('validation', { fields })
}
