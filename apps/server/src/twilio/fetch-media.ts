import type { Clock, Outside } from '../platform/index.ts'
import { basicAuth, TWILIO_ORIGIN } from './fetch-client.ts'

export type Credentials = { accountSid: string; authToken: string }
/** `contentType`: with its parameters, such as the charset. */
export type FetchedMedia = { bytes: Buffer; contentType: string }

/** Why a picture that a phone sent could not be fetched. Right after its webhook Twilio often answers 404 once. */
export class MediaFetchError extends Error {
  readonly retryable: boolean

  constructor(message: string, { retryable, cause }: { retryable: boolean; cause?: unknown }) {
    super(message, { cause })
    this.name = 'MediaFetchError'
    this.retryable = retryable
  }
}

const MAX_BYTES = 16 * 1024 * 1024
const MAX_REDIRECTS = 3
/** Milliseconds for everything, redirects and bytes included. */
const TIMEOUT_MS = 30_000
const RETRYABLE = new Set([404, 408, 425, 429])

/**
 * Fetches what a phone sent. The address came in a webhook, so only the exact address of this account's media is
 * asked with credentials, and a redirect is followed only to Twilio's own store, without them.
 */
export async function fetchMedia(
  { outside, clock }: { outside: Outside; clock: Clock },
  credentials: Credentials,
  address: string,
): Promise<FetchedMedia> {
  if (!isMediaOf(credentials.accountSid, address)) {
    throw new MediaFetchError('The address is not one of the account’s media.', { retryable: false })
  }
  const late = new AbortController()
  const stop = clock.after(TIMEOUT_MS, () => late.abort(new Error('The media did not arrive in time.')))
  try {
    const ask = (url: string, headers: Record<string, string>) =>
      outside.fetch(url, { headers, redirect: 'manual', signal: late.signal })
    let url = address
    let response = await ask(url, { authorization: basicAuth(credentials.accountSid, credentials.authToken) })
    for (let redirects = 0; isRedirect(response); redirects += 1) {
      await response.body?.cancel()
      url = nextAddress(response, url)
      if (redirects === MAX_REDIRECTS) throw new MediaFetchError('Too many redirects.', { retryable: false })
      response = await ask(url, {})
    }
    return await read(response)
  } catch (error) {
    if (error instanceof MediaFetchError) throw error
    throw new MediaFetchError('The media could not be fetched.', { retryable: true, cause: error })
  } finally {
    stop()
  }
}

function isMediaOf(accountSid: string, address: string): boolean {
  const [before, rest] = address.split(`/Accounts/${accountSid}/Messages/`)
  return (
    before === `${TWILIO_ORIGIN}/2010-04-01` &&
    rest !== undefined &&
    /^(MM|SM)[0-9a-f]{32}\/Media\/ME[0-9a-f]{32}$/i.test(rest)
  )
}

function isRedirect({ status }: Response): boolean {
  return status >= 300 && status < 400
}

function nextAddress(response: Response, from: string): string {
  const location = response.headers.get('location') ?? ''
  const next = URL.canParse(location, from) ? new URL(location, from) : null
  const isOwnStore =
    next?.protocol === 'https:' &&
    next.hostname.endsWith('.twiliocdn.com') &&
    next.port === '' &&
    next.username === '' &&
    next.password === ''
  if (!isOwnStore) throw new MediaFetchError('Twilio led to an unexpected address.', { retryable: false })
  return next.href
}

async function read(response: Response): Promise<FetchedMedia> {
  if (response.status !== 200) {
    await response.body?.cancel()
    const retryable = RETRYABLE.has(response.status) || response.status >= 500
    throw new MediaFetchError(`The media answered ${response.status}.`, { retryable })
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_BYTES) throw new MediaFetchError('The media is larger than 16 MB.', { retryable: false })
    chunks.push(chunk)
  }
  const contentType = response.headers.get('content-type')?.trim().toLowerCase()
  return { bytes: Buffer.concat(chunks), contentType: contentType || 'application/octet-stream' }
}
