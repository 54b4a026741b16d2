import { lookup } from 'node:dns/promises'
import { PUSH_ORIGIN } from '../push/index.ts'

/** The outside origins that the sandbox stands in for. */
const SANDBOXED_ORIGINS = new Set([
  'https://login.microsoftonline.com',
  'https://graph.microsoft.com',
  'https://marketplaceapi.microsoft.com',
  'https://api.twilio.com',
  'https://messaging.twilio.com',
  'https://mms.twiliocdn.com',
  PUSH_ORIGIN,
])

/** Reserved for documentation. */
const UNUSED_ADDRESS = '203.0.113.1'

/** The same as browsers and Node's fetch. */
const MAX_REDIRECTS = 20

export type Outside = {
  /** Like the global fetch, but redirects requests for Microsoft, Twilio, and the push service to the sandbox. */
  fetch: typeof globalThis.fetch
  /** The same for an address that a browser is redirected to. */
  browserUrl(url: string): string
  /** The IP addresses of a host. A host that the sandbox replaces resolves to {@link UNUSED_ADDRESS}. */
  addressesOf(host: string): Promise<string[]>
}

/**
 * Redirects the app's outside requests to the sandbox: the app itself knows only the real addresses.
 * Other requests are unchanged. Throws in production.
 */
export function outsideThrough(sandboxUrl: string): Outside {
  if (process.env.NODE_ENV === 'production') {
    throw new Error('The sandbox stands in for Microsoft and Twilio and must not be used with NODE_ENV=production.')
  }
  const sandboxOrigin = new URL(sandboxUrl).origin

  function browserUrl(url: string): string {
    const { origin, pathname, search, hash } = new URL(url)
    return SANDBOXED_ORIGINS.has(origin) ? sandboxOrigin + pathname + search + hash : url
  }

  async function fetchThrough(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const request = new Request(input, init)
    if (!SANDBOXED_ORIGINS.has(new URL(request.url).origin)) return globalThis.fetch(input, init)
    return request.redirect === 'follow' ? follow(request) : send(request, request.redirect)
  }

  async function send(request: Request, redirect: Request['redirect']): Promise<Response> {
    const response = await globalThis.fetch(new Request(browserUrl(request.url), request), { redirect })
    const location = response.headers.get('location')
    if (!location?.startsWith(`${sandboxOrigin}/`)) return response
    // The caller must see the real address, never the sandbox's.
    const headers = new Headers(response.headers)
    headers.set('location', new URL(request.url).origin + location.slice(sandboxOrigin.length))
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
  }

  /** Follows redirects manually, because one between two redirected origins would otherwise leave the sandbox. */
  async function follow(first: Request): Promise<Response> {
    const body = first.body ? await first.clone().arrayBuffer() : undefined
    let request = first
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await send(request, 'manual')
      const location = response.headers.get('location')
      if (!location || response.status < 301 || response.status > 308) return response
      await response.body?.cancel()
      request = redirected({ request, status: response.status, to: new URL(location, request.url), body })
    }
    throw new TypeError('fetch failed: too many redirects')
  }

  async function addressesOf(host: string): Promise<string[]> {
    if (SANDBOXED_ORIGINS.has(`https://${host}`)) return [UNUSED_ADDRESS]
    return (await lookup(host, { all: true })).map(({ address }) => address)
  }

  return { fetch: fetchThrough, browserUrl, addressesOf }
}

type Redirect = { request: Request; status: number; to: URL; body: ArrayBuffer | undefined }

/** The request after a redirect (fetch standard, 4.4). */
function redirected({ request, status, to, body }: Redirect): Request {
  const { method, signal } = request
  const becomesGet = method === 'POST' ? [301, 302, 303].includes(status) : status === 303 && method !== 'HEAD'
  const headers = new Headers(request.headers)
  if (to.origin !== new URL(request.url).origin) headers.delete('authorization')
  if (becomesGet) headers.delete('content-type')
  const keepsBody = !becomesGet && method !== 'GET' && method !== 'HEAD' && body !== undefined
  return new Request(to, { method: becomesGet ? 'GET' : method, headers, signal, ...(keepsBody ? { body } : {}) })
}
