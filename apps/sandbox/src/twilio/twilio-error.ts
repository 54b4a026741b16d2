/** An error of the REST API. Clients rely on the code; the texts are Twilio's current ones. */
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
