import type { Clock } from '../../clock/index.ts'
import type { Faults } from '../../faults/index.ts'
import type { RandomHex } from '../sids.ts'
import type { ConnectionSettings, RetryReason } from './connection-overrides.ts'
import { connectionSettings } from './connection-overrides.ts'
import { forgedParameters } from './forged-parameters.ts'
import type { AttemptResult, FormClient, FormRequest, WebhookAnswer } from './post-form.ts'
import type { FormParameters } from './signature.ts'
import { signRequest } from './signature.ts'

type Webhook = {
  url: string
  method: 'GET' | 'POST'
  parameters: FormParameters
  /** The phone that it is about. */
  phone: string
  /** How many requests are sent at the same time; the response to the first one counts. */
  copies: number
}

/** `code` is the one in Twilio's debugger and in calls of the fallback URL. */
type WebhookResult = { ok: true; answer: WebhookAnswer } | { ok: false; code: number }

export type WebhookCaller = { call(webhook: Webhook): Promise<WebhookResult> }

/** Calls a webhook like Twilio: signed, within 15 seconds in total, retried according to the URL's fragment. */
export function createWebhookCaller(parts: {
  authToken: string
  client: FormClient
  clock: Clock
  hex: RandomHex
  faults: Faults
}): WebhookCaller {
  const { authToken, client, clock, hex, faults } = parts

  async function call(webhook: Webhook): Promise<WebhookResult> {
    if (!URL.canParse(webhook.url)) return { ok: false, code: 11210 }
    const settings = connectionSettings(webhook.url)
    const request = requestFor(webhook, authToken, idempotencyToken(hex()))
    for (const forgery of forgeriesBeside(webhook, request)) {
      void client.send(forgery, settings, settings.totalTimeout)
    }
    const copies = Array.from({ length: webhook.copies }, () => send(webhook.phone, request, settings))
    const [first] = await Promise.all(copies)
    return first ?? { ok: false, code: 11200 }
  }

  async function send(phone: string, request: FormRequest, settings: ConnectionSettings): Promise<WebhookResult> {
    const deadline = clock.now() + settings.totalTimeout

    let result = await tryOnce(settings.totalTimeout)
    for (let retry = 0; retry < settings.retries && shouldRetry(result, settings); retry += 1) {
      const left = deadline - clock.now()
      if (left <= 0) break
      result = await tryOnce(left)
    }
    return toWebhookResult(result)

    async function tryOnce(milliseconds: number): Promise<AttemptResult> {
      if (faults.take(phone, 'unreachableServer')) return { outcome: 'not-connected' }
      return client.send(request, settings, milliseconds)
    }
  }

  /** A forged copy of the real request. */
  function forgeriesBeside(webhook: Webhook, real: FormRequest): FormRequest[] {
    const isForged = faults.take(webhook.phone, 'forgedWebhooks') !== null
    const isUnsigned = faults.take(webhook.phone, 'unsignedWebhooks') !== null
    if (!isForged && !isUnsigned) return []
    const parameters = forgedParameters(webhook.parameters, hex)
    const altered = requestFor({ ...webhook, parameters }, authToken, idempotencyToken(hex()))
    const { [SIGNATURE]: _ownSignature, ...unsigned } = altered.headers
    const forged = { ...unsigned, [SIGNATURE]: real.headers[SIGNATURE] ?? '' }
    return [
      ...(isForged ? [{ ...altered, headers: forged }] : []),
      ...(isUnsigned ? [{ ...altered, headers: unsigned }] : []),
    ]
  }

  return { call }
}

const SIGNATURE = 'x-twilio-signature'

function requestFor({ url, method, parameters }: Webhook, authToken: string, token: string): FormRequest {
  const address = new URL(url)
  // The fragment is only for Twilio: it is neither sent nor signed.
  address.hash = ''
  const form = new URLSearchParams(parameters)
  if (method === 'GET') for (const [name, value] of form) address.searchParams.append(name, value)

  const headers = {
    accept: '*/*',
    'user-agent': 'TwilioProxy/1.1',
    'x-home-region': 'us1',
    'i-twilio-idempotency-token': token,
    [SIGNATURE]: signRequest(authToken, address.href, method === 'GET' ? {} : parameters),
  }
  if (method === 'GET') return { url: address, method, headers, body: '' }

  const body = form.toString()
  const formHeaders = {
    'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
    'content-length': String(Buffer.byteLength(body)),
  }
  return { url: address, method, headers: { ...headers, ...formHeaders }, body }
}

const idempotencyToken = (hex: string) =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')

function shouldRetry(result: AttemptResult, { retryOn }: ConnectionSettings) {
  const reason = retryReason(result)
  return reason !== null && retryOn.has(reason)
}

function retryReason(result: AttemptResult): RetryReason | null {
  if (result.outcome === 'not-connected') return 'ct'
  if (result.outcome === 'no-answer') return 'rt'
  if (result.outcome === 'bad-url') return null
  if (result.answer.status >= 500) return '5xx'
  return result.answer.status >= 400 ? '4xx' : null
}

function toWebhookResult(result: AttemptResult): WebhookResult {
  if (result.outcome === 'bad-url') return { ok: false, code: 11100 }
  if (result.outcome === 'not-connected') return { ok: false, code: 11205 }
  if (result.outcome === 'no-answer') return { ok: false, code: 11200 }
  if (result.answer.status >= 400) return { ok: false, code: 11217 }
  return result.answer.status >= 300 ? { ok: false, code: 11215 } : { ok: true, answer: result.answer }
}
