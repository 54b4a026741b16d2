import type { RealtimeEvent, TenantId } from '@partyline/contract'
import { createBatches } from '../platform/index.ts'
import type { Database, Topic } from '../platform/index.ts'
import { acceptSends, claimSends, isExpired } from './queue-store.ts'
import type { Accepted, Claimed, ClaimedSend, NewAcceptance, NewClaim } from './queue-store.ts'
import { eventsOf } from './record-move.ts'

/** Sends in one commit. */
const MAX_PER_COMMIT = 64
/** A tenant's commit in progress, which may wait for a chat, delays no other tenant's. */
const SIDE_BY_SIDE = { atOnce: 2, groupOf: ({ tenantId }: { tenantId: TenantId }) => tenantId }

type Parts = { database: Database; announcements: Topic<readonly RealtimeEvent[]> }

/** Claims sends, and records that Twilio has them: many at the same time in one statement, which commits by itself. */
export function createClaimBatches({ database, announcements }: Parts) {
  const claim = createBatches<NewClaim, ClaimedSend | null>({
    most: MAX_PER_COMMIT,
    sideBySide: SIDE_BY_SIDE,
    async run(claims) {
      const claimed = await database.statement((db) => claimSends(db, claims))
      const events = eventsOf(withNews(claims, claimed))
      if (events.length > 0) announcements.publish(events)
      const byPlace = new Map(claimed.map((row) => [row.place, row]))
      return claims.map((send, place) => {
        const row = byPlace.get(place)
        return { status: 'fulfilled', value: row && !isExpired(row) ? { ...send, ...row } : null }
      })
    },
  })

  /** Null where a later claim exists. */
  const accept = createBatches<NewAcceptance, Accepted | null>({
    most: MAX_PER_COMMIT,
    sideBySide: SIDE_BY_SIDE,
    // Two claims of one delivery are settled one after the other.
    keyOf: ({ id }) => id,
    async run(acceptances) {
      const accepted = await database.statement((db) => acceptSends(db, acceptances))
      const byPlace = new Map(accepted.map((row) => [row.place, row]))
      return acceptances.map((_, place) => ({ status: 'fulfilled', value: byPlace.get(place) ?? null }))
    },
  })

  return { claim, accept }
}

/** A status is announced once: later attempts do not change it, unless the send has expired. */
function withNews(claims: readonly NewClaim[], claimed: readonly Claimed[]) {
  return claimed.flatMap(({ place, records, version, hasUnread }) => {
    const send = claims[place]
    return send && version !== null && hasUnread !== null
      ? [{ ...send, records, version, hasUnread, failedCount: null, reopened: false }]
      : []
  })
}
