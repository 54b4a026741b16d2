import { ERRORS } from '@partyline/contract'
import type { ErrorCode } from '@partyline/contract'

type Words = {
  message?: string
  details?: string
  /** The field of the request that the message is about. */
  field?: string | undefined
  fields?: Record<string, string[]>
  cause?: unknown
}

/** An error for the caller: a code of the contract's catalog, with its own message if it has one. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: string | null
  readonly fields: Record<string, string[]> | undefined

  constructor(code: ErrorCode, words: Words = {}) {
    super(words.message ?? ERRORS[code].message, { cause: words.cause })
    this.name = 'AppError'
    this.code = code
    this.details = words.details ?? null
    this.fields = words.field === undefined ? words.fields : { [words.field]: [this.message] }
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}

/** Invalid input, with the errors of each field. */
export function invalid(fields: Record<string, string[]>): AppError {
  return new AppError('validation', { fields })
}
