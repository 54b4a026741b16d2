import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { HookAttempt, HookFailure } from '@partyline/contract'
import { isNotConnected } from '../platform/index.ts'
import type { Clock } from '../platform/index.ts'
import { PrivateAddress } from './hook-address.ts'
import type { HookAddresses } from './hook-address.ts'

export const TIMEOUT_MS = 15_000

export type HookGateway = {
  /** Never throws. Reads only the status of the response. */
  post(url: string, headers: Record<string, string>, body: string): Promise<HookAttempt>
  /** Aborts running requests. */
  abort(): void
}

type Parts = { clock: Clock; addresses: HookAddresses }

/** Posts events with node:https, because fetch doesn't let callers choose the addresses it connects to. */
export function createHookGateway({ clock, addresses }: Parts): HookGateway {
  const underWay = new Set<AbortController>()

  async function statusOf(url: URL, headers: Record<string, string>, body: string, signal: AbortSignal) {
    addresses.assertAllowed(url)
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const options = { method: 'POST', agent: false, lookup: addresses.lookup, signal }
    const request = send(url, {
      ...options,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Partyline-Webhooks',
        ...headers,
      },
    })
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.on('error', () => {})
      response.destroy()
    })
    request.on('error', reject)
    request.end(body)
    return promise
  }

  return {
    async post(url, headers, body) {
      const start = clock.now()
      const controller = new AbortController()
      underWay.add(controller)
      let isLate = false
      const cancel = clock.after(TIMEOUT_MS, () => {
        isLate = true
        controller.abort()
      })
      const outcome = await statusOf(new URL(url), headers, body, controller.signal).then(
        (status) => ({ status, failure: failureOf(status) }),
        (error: unknown) => ({ status: null, failure: isLate ? ('timeout' as const) : failureOfError(error) }),
      )
      cancel()
      underWay.delete(controller)
      return { at: start.toISOString(), ...outcome, durationMs: clock.now().getTime() - start.getTime() }
    },
    abort() {
      for (const controller of underWay) controller.abort()
    },
  }
}

function failureOf(status: number): HookFailure | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

function failureOfError(error: unknown): HookFailure {
  if (error instanceof PrivateAddress) return 'private'
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'notFound'
  if (/CERT|SSL|TLS|VERIFY/.test(code)) return 'certificate'
  return isNotConnected(error) ? 'notConnected' : 'closed'
}
