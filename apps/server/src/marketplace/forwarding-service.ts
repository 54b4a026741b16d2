import { invalid } from '../platform/index.ts'
import type { Jobs, Keyring, Outside, Queries } from '../platform/index.ts'

export type Forwarding = {
  /**
   * The address that an event is forwarded to, null for none.
   * @throws {AppError} `validation` for every address that the configuration does not allow
   */
  targetOf(url: unknown): string | null
  /** Part of the caller's transaction. Retried until the target accepts it; other targets are not affected. */
  enqueue(trx: Queries, event: ForwardedEvent): Promise<void>
}

/** `authorization` is the marketplace's own header: the target checks it as we did. */
type ForwardedEvent = { operationId: string; target: string; payload: string; authorization: string }

const QUEUE = 'marketplace-forwarding'
const TIMEOUT_MS = 10_000

type Parts = { jobs: Jobs; keyring: Keyring; outside: Outside; hosts: string[] }

/** Passes verified events of the marketplace on to a second environment, at hosts that the operator named. */
export function createForwarding({ jobs, keyring, outside, hosts }: Parts): Forwarding {
  if (hosts.length > 0) jobs.define<ForwardedEvent>(QUEUE, forward)

  async function forward({ operationId, target, payload, authorization }: ForwardedEvent) {
    const response = await outside.fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: keyring.decrypt(authorization, operationId) },
      body: payload,
      // A redirect could lead anywhere.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The second environment answered ${response.status}.`)
  }

  return {
    targetOf(url) {
      if (url === undefined) return null
      const target = typeof url === 'string' ? URL.parse(url) : null
      if (target?.protocol !== 'https:' || target.username || target.password || !hosts.includes(target.host)) {
        throw invalid({ url: ['Url should be an https address of an allowed host.'] })
      }
      // The second environment forwards nothing itself.
      target.searchParams.delete('url')
      return target.href
    },
    enqueue(trx, event) {
      const authorization = keyring.encrypt(event.authorization, event.operationId)
      return jobs.enqueue(trx, QUEUE, { group: event.target, data: { ...event, authorization } })
    },
  }
}
