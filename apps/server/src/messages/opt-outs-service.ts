import type { MemberId, RealtimeEvent } from '@partyline/contract'
import { recordDeed } from '../audit/index.ts'
import type { Chats } from '../chats/index.ts'
import type { Clock, Database, Queries, Topic } from '../platform/index.ts'
import type { Wish } from './opt-out-keyword.ts'
import { optIn, optOut } from './opt-outs-store.ts'
import type { Pair } from './opt-outs-store.ts'

/** The pair, and the contact that the phone belongs to. */
type OfContact = Pair & { memberId: MemberId }

export type OptOuts = ReturnType<typeof createOptOuts>

type Parts = { database: Database; clock: Clock; chats: Chats; announcements: Topic<readonly RealtimeEvent[]> }

/** STOP and START: kept for the pair, and told by the open chat that the pair texts in (decisions 5.6). */
export function createOptOuts({ database, clock, chats, announcements }: Parts) {
  /** The events are for after the commit. None where the wish was known. */
  async function note(trx: Queries, { memberId, ...pair }: OfContact, wish: Wish | null): Promise<RealtimeEvent[]> {
    if (!wish) return []
    const { tenantId, providerNumberId: numberId } = pair
    // Held before the wish is written, as whoever sends in this chat does.
    const chat = await chats.findOpenChatOf(trx, tenantId, { numberId, memberId })
    const isNews =
      wish.wish === 'stop'
        ? await optOut(trx, { ...pair, source: wish.source, since: clock.now() })
        : await optIn(trx, { ...pair, source: wish.source, since: clock.now() })
    if (!isNews) return []
    const kind = wish.wish === 'stop' ? 'optedOut' : 'optedIn'
    await recordDeed(trx, { tenantId, userId: null }, { kind, at: clock.now(), subject: pair.number })
    if (!chat) return []
    return chats.recordChange(trx, chat, { steps: [{ kind: 'ChatUpdated', changes: [{ kind, memberId }] }], by: null })
  }

  return {
    note,

    /** Twilio refused a text because of a STOP that we had not heard of. */
    async learn(pair: OfContact): Promise<void> {
      const events = await database.transaction((trx) => note(trx, pair, { wish: 'stop', source: 'refused' }))
      if (events.length > 0) announcements.publish(events)
    },
  }
}
