/** A refusal of the REST API. Clients switch on the code; the texts are as Twilio writes them today. */
export class TwilioError extends Error {
  readonly code: number
  readonly status: number

  constructor(code: number, message: string, status = 400) {
    super(message)
    this.name = 'TwilioError'
    this.code = code
    this.status = status
  }
}
