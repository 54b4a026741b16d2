import type { FastifyBaseLogger } from 'fastify'
import { DirectoryFailure } from '../microsoft/index.ts'
import type { Activity, ActivityFeed } from '../microsoft/index.ts'
import { isNotConnected } from '../platform/index.ts'
import type { Clock, Database } from '../platform/index.ts'
import { recordNotDelivered } from './decisions-store.ts'
import type { Settled } from './sender.ts'
import { recordTeams } from './sends-store.ts'
import type { ClaimedActivity } from './sends-store.ts'

type Parts = { database: Database; clock: Clock; log: Pick<FastifyBaseLogger, 'warn'>; feed: ActivityFeed }

/** Shows one notification in Teams. */
export function createActivityDelivery({ database, clock, log, feed }: Parts) {
  return async function deliver(send: ClaimedActivity): Promise<Settled> {
    const { tenantId, userId, chatId } = send
    try {
      const isConsented = await feed.show({ tenantId, userId, chatId, activity: activityOf(send) })
      if (isConsented) await recordTeams(database.queries, send, null)
      return 'settled'
    } catch (error) {
      const failure = error instanceof DirectoryFailure ? error : null
      if (failure?.status === 0) return { againInMs: (failure.retryAfterSeconds ?? 0) * 1_000 }
      if (isNotConnected(error)) return { againInMs: null }
      if (failure && failure.status < 500) {
        const at = clock.now()
        await recordTeams(database.queries, send, { at, reason: failure.message })
        await recordNotDelivered(database.queries, send, { channel: 'teams', at })
      }
      log.warn({ err: error, tenantId }, 'a notification was not shown in Teams')
      return 'settled'
    }
  }
}

function activityOf({ kind, count, isUnclaimed }: ClaimedActivity): Activity {
  if (kind === 'text') return isUnclaimed ? { type: 'unclaimed' } : { type: 'unread', count }
  if (kind === 'mention') return { type: 'mentioned' }
  return { type: kind }
}
