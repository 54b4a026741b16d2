import type { TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import { DirectoryFailure } from '../microsoft/index.ts'
import type { Graph } from '../microsoft/index.ts'
import { createLoop } from '../platform/index.ts'
import type { Clock, Database } from '../platform/index.ts'
import type { Departures } from './departures-service.ts'
import { claimPoll, notePoll } from './directory-polls-store.ts'
import type { ClaimedPoll } from './directory-polls-store.ts'
import { createPollDirectory } from './poll-directory.ts'

/** How often to poll each directory. */
const EVERY_MS = 5 * 60_000
/** After a round that failed. */
const RETRY_MS = 60_000
/** How often to look for due directories in the database. */
const POLL_MS = 10_000
/** Directories polled in parallel, in this process. */
const MAX_CONCURRENT = 8
/** Longer than a token, a wait and two requests may take; each page extends it. */
const LEASE_MS = 90_000

export type DirectoryWatch = {
  start(): void
  stop(): Promise<void>
}

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  graph: Pick<Graph, 'accounts' | 'accountChanges' | 'hasAccounts'>
  tenants: { setConsented(tenantId: TenantId, consented: boolean): Promise<void> }
  departures: Departures
}

/**
 * Finds people who were removed or disabled in Microsoft Entra: asks each consented directory every five minutes what has
 * changed. Only one process at a time polls a directory. While Microsoft does not answer, no one changes.
 */
export function createDirectoryWatch(parts: Parts): DirectoryWatch {
  const { database, clock, log, tenants } = parts
  const { queries } = database
  const pollDirectory = createPollDirectory(parts)
  const workers = new Set<Promise<void>>()
  let stopped = new AbortController()

  const fromNow = (ms: number) => new Date(clock.now().getTime() + ms)

  async function poll(claim: ClaimedPoll): Promise<void> {
    const startedAt = clock.now()
    async function extendLease() {
      const dueAt = fromNow(LEASE_MS)
      if (!(await notePoll(queries, claim, { dueAt }))) throw new LeaseLost()
      claim.leasedUntil = dueAt
    }

    try {
      const { tenantId, link } = claim
      const result = await pollDirectory({ tenantId, link, signal: stopped.signal, extendLease })
      const dueAt = new Date(startedAt.getTime() + EVERY_MS)
      if (result.state === 'consentMissing') {
        await tenants.setConsented(tenantId, false)
        log.warn({ tenantId }, 'consent is missing: people who leave the directory stay signed in')
        await notePoll(queries, claim, { link: null, dueAt, failure: null })
      } else {
        await notePoll(queries, claim, { link: result.link, dueAt, completedAt: startedAt, failure: null })
      }
    } catch (error) {
      if (error instanceof LeaseLost || stopped.signal.aborted) return
      await noteFailure(claim, error)
    }
  }

  async function noteFailure(claim: ClaimedPoll, error: unknown): Promise<void> {
    const { tenantId } = claim
    const known = error instanceof DirectoryFailure ? error : null
    const failure = known?.isRefused ? 'refused' : 'unreachable'
    if (failure !== claim.failure)
      log.warn({ err: error, tenantId, failure }, 'failed to poll a directory for departures')
    const pause = failure === 'refused' ? EVERY_MS : Math.max(RETRY_MS, (known?.retryAfterSeconds ?? 0) * 1_000)
    await notePoll(queries, claim, { dueAt: fromNow(pause), failure })
  }

  /** Polls one directory after the other. Another worker helps as long as more are due. */
  async function work(): Promise<void> {
    while (!stopped.signal.aborted) {
      const claim = await claimPoll(queries, { now: clock.now(), leasedUntil: fromNow(LEASE_MS) })
      if (!claim) return
      if (workers.size < MAX_CONCURRENT) startWorker()
      await poll(claim)
    }
  }

  function startWorker() {
    const worker: Promise<void> = work()
      .catch((error: unknown) => log.error({ err: error }, 'failed to poll directories for departures'))
      .finally(() => workers.delete(worker))
    workers.add(worker)
  }

  const loop = createLoop({
    clock,
    pauseMs: POLL_MS,
    run() {
      if (workers.size < MAX_CONCURRENT) startWorker()
    },
    onError: (error) => log.error({ err: error }, 'failed to poll directories'),
  })

  return {
    start() {
      stopped = new AbortController()
      loop.start()
    },
    async stop() {
      stopped.abort()
      await loop.stop()
      await Promise.all(workers)
    },
  }
}

/** Another process may have taken over. */
class LeaseLost extends Error {}
