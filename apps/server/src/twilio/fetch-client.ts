import twilio from 'twilio'
import type { Clock, Outside } from '../platform/index.ts'
import { failureOfAnswer, failureOfError, TwilioFailure } from './twilio-failure.ts'

type Request = Parameters<twilio.RequestClient['request']>[0]
type Answer = Awaited<ReturnType<twilio.RequestClient['request']>>

export const TWILIO_ORIGIN = 'https://api.twilio.com'
/** The only places that the account's credentials are ever sent to. */
const TWILIO_ORIGINS = new Set([TWILIO_ORIGIN, 'https://messaging.twilio.com'])
/** Milliseconds for a whole request, its answer included. */
export const REQUEST_TIMEOUT_MS = 15_000

/** The SDK's HTTP client: sends every request through `Outside`, and distinguishes all failures (see `Failure`). */
export class FetchClient extends twilio.RequestClient {
  readonly #outside: Outside
  readonly #clock: Clock

  constructor({ outside, clock }: { outside: Outside; clock: Clock }) {
    super()
    this.#outside = outside
    this.#clock = clock
  }

  override async request<Data>(request: Request): Promise<Answer & { body: Data }> {
    const url = new URL(request.uri)
    if (!TWILIO_ORIGINS.has(url.origin)) throw new Error(`Twilio’s credentials are not sent to ${url.origin}.`)
    for (const [name, value] of formOf(request.params)) url.searchParams.append(name, value)

    const { status, headers, text } = await this.#send(url, request)
    const body = readJson(text)
    const isSuccess = status >= 200 && status < 300
    if (!isSuccess) throw new TwilioFailure(failureOfAnswer(status, headers, body))
    if (typeof body !== 'object' || body === null) throw new TwilioFailure({ state: 'unknown' })
    return { statusCode: status, headers: Object.fromEntries(headers), body: body as Data }
  }

  async #send(url: URL, { method, username = '', password = '', headers, data }: Request) {
    const late = new AbortController()
    const stop = this.#clock.after(REQUEST_TIMEOUT_MS, () => late.abort(new Error('Twilio did not answer in time.')))
    try {
      const response = await this.#outside.fetch(url, {
        method: method.toUpperCase(),
        headers: { ...(headers as Record<string, string>), authorization: basicAuth(username, password) },
        // A redirect would carry the credentials elsewhere.
        redirect: 'manual',
        signal: late.signal,
        body: data ? new URLSearchParams(formOf(data)) : null,
      })
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch (error) {
      throw new TwilioFailure(failureOfError(error), error)
    } finally {
      stop()
    }
  }
}

export function basicAuth(accountSid: string, authToken: string): string {
  return `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
}

/** As the API reads forms: a list is a repeated key. */
function formOf(values: object | undefined): [string, string][] {
  return Object.entries(values ?? {}).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((item) => item !== undefined && item !== null)
      .map((item): [string, string] => [name, String(item)]),
  )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
