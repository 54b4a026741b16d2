/** What a flood of requests is sent to. */
export type Target = EmptyTarget | BareTarget | SendTarget | WebhookTarget

type EmptyTarget = { readonly kind: 'empty' }

/** The server that knows nothing but one statement. */
type BareTarget = { readonly kind: 'bare' }

export type SendTarget = {
  readonly kind: 'send'
  readonly accessToken: string
  readonly chatIds: readonly string[]
}

export type WebhookTarget = {
  readonly kind: 'webhook'
  /** The address that the app believes to have, which Twilio signs. */
  readonly url: string
  readonly accountSid: string
  readonly authToken: string
  /** The number that the texts go to, and the phones that they come from, in E.164. */
  readonly to: string
  readonly phones: readonly string[]
}

/** What one load did. Times in ms. */
export type LoadResult = {
  readonly answered: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}
