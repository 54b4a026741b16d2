import { lookup } from 'node:dns/promises'
import webPush from 'web-push'
import type { PushPayload } from '@partyline/contract'
import { isNotConnected, isPublicIp } from '../platform/index.ts'
import type { Config, Outside } from '../platform/index.ts'

/** A browser's push endpoint, and its keys (base64url). */
export type Subscription = { endpoint: string; p256dh: string; auth: string }

/** A push service's response to a notification. */
type PushOutcome =
  | { state: 'accepted' }
  /** The browser no longer has the subscription. */
  | { state: 'gone' }
  /** Certainly not accepted, but worth another try. */
  | { state: 'busy'; retryAfterMs: number | null }
  | { state: 'refused'; reason: string }
  /** The service may have it. */
  | { state: 'unknown'; reason: string }

type Sending = {
  payload: PushPayload
  /** Replaces the message with this topic that the service still holds for the browser. */
  topic: string | null
  urgency: 'low' | 'normal' | 'high'
}

export type PushGateway = {
  /** The public VAPID key. */
  key: string
  /** Whether an endpoint is at a push service that the operator allows. */
  isAllowed(endpoint: string): boolean
  send(to: Subscription, sending: Sending): Promise<PushOutcome>
}

type Parts = { outside: Outside; config: PushConfig }
type PushConfig = Pick<Config, 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY' | 'VAPID_SUBJECT' | 'PUSH_HOSTS'>

const TIMEOUT_MS = 10_000
/** A browser that is away for longer does not show old news. */
const TTL_SECONDS = 12 * 3_600
const GONE = new Set([404, 410])
const BUSY = new Set([429, 503])

/** Web Push (RFC 8030, 8291, 8292). Null if the operator has not set it up. */
export function createPushGateway({ outside, config }: Parts): PushGateway | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject, PUSH_HOSTS } = config
  if (!publicKey || !privateKey || !subject) return null
  const vapidDetails = { subject, publicKey, privateKey }
  const addressesOf = outside.addressesOf ?? addressesInDns

  function isAllowed(endpoint: string): boolean {
    const url = URL.parse(endpoint)
    if (url?.protocol !== 'https:' || url.port || url.username || url.password) return false
    const { hostname } = url
    return PUSH_HOSTS.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
  }

  async function post({ endpoint, p256dh, auth }: Subscription, { payload, topic, urgency }: Sending) {
    const keys = { p256dh, auth }
    const options = { vapidDetails, TTL: TTL_SECONDS, urgency, contentEncoding: 'aes128gcm' as const }
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(payload), {
      ...options,
      ...(topic && { topic }),
    })
    return outside.fetch(endpoint, {
      method: 'POST',
      headers: Object.entries(headers).filter(([name]) => name !== 'Content-Length'),
      body: new Uint8Array(body ?? []),
      // A redirect could lead anywhere.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  }

  return {
    key: publicKey,
    isAllowed,
    async send(to, sending) {
      // The list may have become shorter since the browser subscribed.
      if (!isAllowed(to.endpoint)) return { state: 'refused', reason: 'The push service is not in PUSH_HOSTS' }
      try {
        const addresses = await addressesOf(new URL(to.endpoint).hostname)
        if (!addresses.every(isPublicIp)) return { state: 'refused', reason: 'The push service has a private address' }
        const response = await post(to, sending)
        await response.body?.cancel()
        return outcomeOf(response)
      } catch (error) {
        if (isNotConnected(error)) return { state: 'busy', retryAfterMs: null }
        return { state: 'unknown', reason: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}

function outcomeOf({ ok, status, headers }: Response): PushOutcome {
  if (ok) return { state: 'accepted' }
  if (GONE.has(status)) return { state: 'gone' }
  const reason = `The push service answered ${status}`
  if (status < 500 && status !== 429) return { state: 'refused', reason }
  if (!BUSY.has(status)) return { state: 'unknown', reason }
  const seconds = Number(headers.get('retry-after'))
  return { state: 'busy', retryAfterMs: seconds > 0 ? seconds * 1_000 : null }
}

async function addressesInDns(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}
