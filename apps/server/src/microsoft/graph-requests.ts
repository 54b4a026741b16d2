import type { TenantId } from '@partyline/contract'
import { z } from 'zod'
import type { Clock, Outside } from '../platform/index.ts'
import type { AppAccess } from './app-access.ts'
import { DirectoryFailure } from './directory-failure.ts'

const TIMEOUT_MS = 10_000
/** Waits up to this long if Graph asks for it; a longer wait is returned to the caller. */
const MAX_PATIENCE_SECONDS = 3
/** If Graph is busy and does not say for how long. */
const USUAL_WAIT_SECONDS = 5

const errorBody = z.object({ error: z.object({ code: z.string() }) })

type GraphRequest<Answer> = {
  tenantId: TenantId
  answer: z.ZodType<Answer>
  signal: AbortSignal
  headers?: Record<string, string>
}

export type GraphRequests = {
  /**
   * Null where the directory has not consented.
   * @throws {DirectoryFailure}
   */
  get<Answer>(address: string, request: GraphRequest<Answer>): Promise<Answer | null>
  /**
   * Sends JSON once, and reads no answer. False where the directory has not consented.
   * @throws {DirectoryFailure} or what fetch throws, where it is not known whether Graph got it
   */
  post(address: string, request: { tenantId: TenantId; body: unknown; signal: AbortSignal }): Promise<boolean>
}

type Parts = { outside: Outside; appAccess: Pick<AppAccess, 'tokenFor'>; clock: Clock }

/** Requests to Microsoft Graph with the app's own token, each with a deadline. Backs off from a busy Graph, by tenant. */
export function createGraphRequests({ outside, appAccess, clock }: Parts): GraphRequests {
  /** Until when each tenant leaves Graph alone, in milliseconds. */
  const busyUntil = new Map<TenantId, number>()

  async function wait(seconds: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const cancel = clock.after(seconds * 1_000, resolve)
    const stop = () => {
      cancel()
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', stop, { once: true })
    await promise.finally(() => signal.removeEventListener('abort', stop))
  }

  async function ask(
    address: string,
    tenantId: TenantId,
    init: { method?: 'POST'; headers: Record<string, string>; body?: string; signal: AbortSignal },
  ) {
    const left = Math.ceil(((busyUntil.get(tenantId) ?? 0) - clock.now().getTime()) / 1_000)
    if (left > 0) throw busy(left)
    const response = await outside.fetch(address, {
      ...init,
      signal: AbortSignal.any([init.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    if (response.status !== 429 && response.status !== 503) return response
    await response.body?.cancel()
    const seconds = Number(response.headers.get('retry-after')) || USUAL_WAIT_SECONDS
    busyUntil.set(tenantId, clock.now().getTime() + seconds * 1_000)
    throw busy(seconds)
  }

  return {
    async get(address, { tenantId, answer, signal, headers }) {
      const token = await appAccess.tokenFor(tenantId)
      if (token === null) return null
      const init = { headers: { ...headers, authorization: `Bearer ${token}`, accept: 'application/json' }, signal }
      const response = await ask(address, tenantId, init).catch(async (error: unknown) => {
        const seconds = error instanceof DirectoryFailure ? error.retryAfterSeconds : null
        if (seconds === null || seconds > MAX_PATIENCE_SECONDS) throw error
        await wait(seconds, signal)
        return ask(address, tenantId, init)
      })
      if (!response.ok) throw await failureOf(response)
      const body: unknown = await response.json().catch(() => null)
      const { data } = answer.safeParse(body)
      if (!data) throw new DirectoryFailure('Graph answered in a shape that is not known')
      return data
    },

    async post(address, { tenantId, body, signal }) {
      const token = await appAccess.tokenFor(tenantId)
      if (token === null) return false
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await ask(address, tenantId, { method: 'POST', headers, body: JSON.stringify(body), signal })
      if (!response.ok) throw await failureOf(response)
      await response.body?.cancel()
      return true
    },
  }
}

async function failureOf(response: Response): Promise<DirectoryFailure> {
  const { status } = response
  const code = errorBody.safeParse(await response.json().catch(() => null)).data?.error.code
  return new DirectoryFailure(`Graph answered ${status} ${code ?? ''}`.trim(), { status, code })
}

function busy(retryAfterSeconds: number): DirectoryFailure {
  return new DirectoryFailure('Graph is busy', { retryAfterSeconds })
}
