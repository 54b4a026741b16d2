/** A refusal by the push service. */
export class PushError extends Error {
  override readonly name = 'PushError'
  readonly status: number
  /** Seconds after which to send it again. */
  readonly retryAfter: number | undefined

  constructor(status: number, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}
