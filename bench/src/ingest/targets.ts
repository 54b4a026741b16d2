/** Targets of a flood of requests. */
export type Target = EmptyTarget | BareTarget | SendTarget | WebhookTarget

type EmptyTarget = { readonly kind: 'empty' }

/** The server that runs only one statement. */
type BareTarget = { readonly kind: 'bare' }

export type SendTarget = {
  readonly kind: 'send'
  readonly accessToken: string
  readonly chatIds: readonly string[]
}

export type WebhookTarget = {
  readonly kind: 'webhook'
  /** The app's public address, which Twilio signs. */
  readonly url: string
  readonly accountSid: string
  readonly authToken: string
  /** The line that receives the texts, and the phones that send them, in E.164. */
  readonly to: string
  readonly phones: readonly string[]
}

/** The result of one load. Times in ms. */
export type LoadResult = {
  readonly answered: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}
