import type { MemberId, RealtimeEvent } from '@partyline/contract'
import { recordAuditEntry } from '../audit/index.ts'
import type { Chats } from '../chats/index.ts'
import type { Clock, Queries } from '../platform/index.ts'
import type { Wish } from './opt-out-keyword.ts'
import { optIn, optOut } from './opt-outs-store.ts'
import type { OptOutKey } from './opt-outs-store.ts'

/** The pair, and the contact that the phone belongs to. */
type OfContact = OptOutKey & { memberId: MemberId }

export type OptOuts = {
  /** Records a STOP or START. The events are for after the commit; there are none if it was already recorded. */
  note(trx: Queries, phone: OfContact, wish: Wish | null): Promise<RealtimeEvent[]>
}

type Parts = { clock: Clock; chats: Chats }

/** Records STOP and START for a line and a phone, and adds a line to their open chat: docs/product.md#opt-outs */
export function createOptOuts({ clock, chats }: Parts): OptOuts {
  async function note(trx: Queries, { memberId, ...pair }: OfContact, wish: Wish | null): Promise<RealtimeEvent[]> {
    if (!wish) return []
    const { tenantId, lineId: numberId } = pair
    // Locked before the opt-out is written, in the same order as sending locks it.
    const chat = await chats.lockOpenChatOf(trx, tenantId, { numberId, memberId })
    const isNews =
      wish.wish === 'stop'
        ? await optOut(trx, { ...pair, source: wish.source, since: clock.now() })
        : await optIn(trx, { ...pair, source: wish.source, since: clock.now() })
    if (!isNews) return []
    const kind = wish.wish === 'stop' ? 'optedOut' : 'optedIn'
    await recordAuditEntry(trx, { tenantId, userId: null }, { kind, at: clock.now(), subject: pair.number })
    if (!chat) return []
    return chats.recordChange(trx, chat, { steps: [{ kind: 'ChatUpdated', changes: [{ kind, memberId }] }], by: null })
  }

  return { note }
}
