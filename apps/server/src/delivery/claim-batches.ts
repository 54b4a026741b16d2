import type { RealtimeEvent } from '@partyline/contract'
import { createBatches } from '../platform/index.ts'
import type { Database, Topic } from '../platform/index.ts'
import { isExpired, settleAndClaim } from './queue-store.ts'
import type { Accepted, Claimed, ClaimedSend, NewAcceptance, NewClaim, QueueStep } from './queue-store.ts'
import { eventsOf } from './record-move.ts'

/** Steps in one commit. */
const MAX_PER_COMMIT = 64

type Parts = { database: Database; announcements: Topic<readonly RealtimeEvent[]> }

/**
 * Claims sends, and records that Twilio has them: many at the same time in one statement, which commits by itself. What follows
 * from a response shares the statement that records it.
 */
export function createClaimBatches({ database, announcements }: Parts) {
  const sendOf = (step: QueueStep) => ('claim' in step ? step.claim : step.accept)

  /** Null if the statement left the send alone. */
  const take = createBatches<QueueStep, Accepted | Claimed | null>({
    most: MAX_PER_COMMIT,
    startsAfterTurn: true,
    // A tenant's commit in progress, which may wait for a chat, delays no other tenant's.
    sideBySide: { atOnce: 2, groupOf: (step) => sendOf(step).tenantId },
    // Two claims of one delivery are settled one after the other.
    keyOf: (step) => sendOf(step).id,
    async run(steps) {
      const rows = await database.statement((db) => settleAndClaim(db, steps))
      const events = eventsOf(rows.flatMap((row) => newsOf(steps[row.place], row)))
      if (events.length > 0) announcements.publish(events)
      const byPlace = new Map(rows.map((row) => [row.place, row]))
      return steps.map((_, place) => ({ status: 'fulfilled', value: byPlace.get(place) ?? null }))
    },
  })

  /** Null if it is not this process's turn. */
  async function claim(send: NewClaim): Promise<ClaimedSend | null> {
    const row = await take({ claim: send })
    return row?.status === null && !isExpired(row) ? { ...send, ...row } : null
  }

  /** Null if there is a later claim. */
  async function accept(acceptance: NewAcceptance): Promise<Accepted | null> {
    const row = await take({ accept: acceptance })
    return row?.status ? row : null
  }

  return { claim, accept }
}

/** A status is announced once: later attempts do not change it, unless the send has expired. */
function newsOf(step: QueueStep | undefined, row: Accepted | Claimed) {
  if (!step || !('claim' in step) || row.status !== null) return []
  const { records, version, hasUnread } = row
  return version !== null && hasUnread !== null
    ? [{ ...step.claim, records, version, hasUnread, failedCount: null, reopened: false }]
    : []
}
