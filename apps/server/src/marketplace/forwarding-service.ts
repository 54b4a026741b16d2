import type { FastifyBaseLogger } from 'fastify'
import { createLoop, currentRequestId, invalid, onBehalfOf } from '../platform/index.ts'
import type { Clock, Database, Keyring, Outside, Queries } from '../platform/index.ts'
import { addForward, claimForwards, postponeForward, removeForward } from './forwards-store.ts'
import type { Forward } from './forwards-store.ts'

export type Forwarding = {
  /**
   * The address that an event is forwarded to, null for none.
   * @throws {AppError} `validation` for every address that the configuration does not allow
   */
  targetOf(url: unknown): string | null
  /**
   * Part of the caller's transaction; call `wake` after the commit. Retried for hours until the target accepts it; other targets
   * are not affected.
   */
  enqueue(trx: Queries, event: ForwardedEvent): Promise<void>
  wake(): void
  /** Starts working. Without allowed hosts, it does not use the database. */
  start(): void
  stop(): Promise<void>
}

/** `authorization` is the marketplace's own header: the target checks it as we did. */
type ForwardedEvent = { operationId: string; target: string; payload: string; authorization: string }

const TIMEOUT_MS = 10_000
/** Longer than a request can take: the process that claimed the event has ended. */
const LEASE_MS = 60_000
const PAUSE_MS = 5_000
// Hours of trying.
const MAX_ATTEMPTS = 21
const MAX_DELAY_MS = 600_000

type Parts = {
  database: Database
  keyring: Keyring
  outside: Outside
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  hosts: string[]
}

/** Passes verified events of the marketplace on to a second environment, at hosts that the operator named. */
export function createForwarding({ database, keyring, outside, clock, log, hosts }: Parts): Forwarding {
  const db = database.queries
  /** Targets that an event is being sent to, one at a time. */
  const busy = new Map<string, Promise<void>>()
  const inMs = (ms: number) => new Date(clock.now().getTime() + ms)

  const loop = createLoop({
    clock,
    pauseMs: PAUSE_MS,
    async run() {
      const claim = { now: clock.now(), leasedUntil: inMs(LEASE_MS), busy: [...busy.keys()] }
      for (const event of await claimForwards(db, claim)) {
        const work = onBehalfOf(event.requestId, () => settle(event))
        busy.set(event.target, work)
      }
    },
    onError: (error) => log.error({ err: error }, 'failed to read the events to forward'),
  })

  async function settle(event: Forward): Promise<void> {
    try {
      const error = await forward(event).then(
        () => null,
        (thrown: unknown) => thrown,
      )
      if (error === null || event.attempts >= MAX_ATTEMPTS) await removeForward(db, event)
      else await retry(event)
      if (error !== null && event.attempts >= MAX_ATTEMPTS) log.error({ err: error }, 'gave up forwarding an event')
    } catch (error) {
      // The lease ends, and it is sent again.
      log.error({ err: error }, 'failed to record a forwarded event')
    } finally {
      busy.delete(event.target)
      loop.wake()
    }
  }

  async function retry(event: Forward) {
    const delayMs = Math.min(1_000 * 2 ** (event.attempts - 1), MAX_DELAY_MS)
    await postponeForward(db, event, inMs(delayMs))
    loop.wakeAfter(delayMs)
  }

  async function forward({ operationId, target, body, sealedAuthorization }: Forward) {
    const response = await outside.fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: keyring.decrypt(sealedAuthorization, operationId) },
      body,
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
    enqueue(trx, { authorization, payload: body, ...event }) {
      const sealedAuthorization = keyring.encrypt(authorization, event.operationId)
      return addForward(trx, { ...event, body, sealedAuthorization, requestId: currentRequestId(), at: clock.now() })
    },
    wake: loop.wake,
    start() {
      if (hosts.length > 0) loop.start()
    },
    async stop() {
      await loop.stop()
      await Promise.all(busy.values())
    },
  }
}
