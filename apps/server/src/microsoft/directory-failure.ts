import * as client from 'openid-client'

/** Entra's numbers for a secret of the app that is wrong, or that has expired. */
export const SECRET_REFUSED: ReadonlySet<number> = new Set([7_000_215, 7_000_222])
/** Graph's codes for a delta token that is too old, or from before a reset. */
const TRACKING_LOST = new Set(['syncStateNotFound', 'syncStateInvalid', 'resyncRequired'])
const GONE = 410
const REFUSED = new Set([401, 403])

type Details = {
  cause?: unknown
  retryAfterSeconds?: number | null
  /** Graph's answer. */
  status?: number
  code?: string | undefined
}

/** Microsoft could not be reached, is busy, or rejected the app's own request. */
export class DirectoryFailure extends Error {
  override readonly name = 'DirectoryFailure'
  /** Graph's answer; 0 if it was not asked, because Entra gave no token or because it is busy. */
  readonly status: number
  /** The numbers that Entra gives its errors. */
  readonly aadsts: number[]
  /** Our own secret is wrong or has expired. */
  readonly isSecretRefused: boolean
  /** Seconds until Microsoft accepts requests again; null if it did not say that it is busy. */
  readonly retryAfterSeconds: number | null
  /** Graph does not let the app do this, although it has a token. */
  readonly isRefused: boolean
  /** Graph no longer has the changes since the delta link: everything must be read again. */
  readonly isTrackingLost: boolean

  constructor(message: string, { cause, retryAfterSeconds = null, status = 0, code = '' }: Details = {}) {
    super(message, { cause })
    this.status = status
    this.aadsts = aadstsOf(cause)
    this.isSecretRefused = this.aadsts.some((number) => SECRET_REFUSED.has(number))
    this.retryAfterSeconds = retryAfterSeconds
    this.isRefused = REFUSED.has(status)
    this.isTrackingLost = status === GONE || TRACKING_LOST.has(code)
  }
}

/** The numbers of Entra's errors (AADSTS); their texts change. */
export function aadstsOf(error: unknown): number[] {
  const codes = error instanceof client.ResponseBodyError ? error.cause['error_codes'] : []
  return Array.isArray(codes) ? codes.filter((code) => typeof code === 'number') : []
}

/** AADSTS65001: no one has consented to the app; AADSTS90094: only an administrator may. */
const CONSENT_MISSING = /AADSTS(65001|90094)\b/

/** Why the directory returned the person without a code; null if it returned one. */
export function directoryRefusal(returned: URLSearchParams): 'consent-missing' | 'other' | null {
  if (!returned.has('error')) return null
  return CONSENT_MISSING.test(returned.get('error_description') ?? '') ? 'consent-missing' : 'other'
}
