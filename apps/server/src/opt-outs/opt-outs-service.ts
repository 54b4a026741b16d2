import { OPT_OUT_TEXTS } from '@partyline/contract'
import type { ChatId, MemberId, RealtimeEvent } from '@partyline/contract'
import { recordAuditEntry } from '../audit/index.ts'
import { assertMayReply, isCurrent, memberIdOf } from '../chats/index.ts'
import type { Chats } from '../chats/index.ts'
import { AppError } from '../platform/index.ts'
import type { Caller, Clock, Database, Queries, Topic } from '../platform/index.ts'
import type { Wish } from './opt-out-keyword.ts'
import { isStopped, optIn, optOut, optOutByHand } from './opt-outs-store.ts'
import type { OptOutKey } from './opt-outs-store.ts'

/** The pair, and the contact that the phone belongs to. */
type OfContact = OptOutKey & { memberId: MemberId }

export type OptOuts = {
  /** Records a STOP or START. The events are for after the commit; there are none if it was already recorded. */
  note(trx: Queries, phone: OfContact, wish: Wish | null): Promise<RealtimeEvent[]>
  /** Anyone who may write in the chat can opt a phone out by hand, and take that back. */
  changeByHand(caller: Caller, phone: InChat, wish: 'stop' | 'start'): Promise<undefined>
}

type Parts = { database: Database; clock: Clock; chats: Chats; announcements: Topic<readonly RealtimeEvent[]> }

type InChat = { chatId: ChatId; memberId: MemberId }

/** Records STOP and START for a line and a phone, and adds a line to their open chat: docs/product.md#opt-outs */
export function createOptOuts({ database, clock, chats, announcements }: Parts): OptOuts {
  async function note(trx: Queries, { memberId, ...pair }: OfContact, wish: Wish | null): Promise<RealtimeEvent[]> {
    if (!wish) return []
    const { tenantId, lineId: numberId } = pair
    // Locked before the opt-out is written, in the same order as sending locks it.
    const chat = await chats.lockOpenChatOf(trx, tenantId, { numberId, memberId })
    const isNews =
      wish.wish === 'stop'
        ? await optOut(trx, { ...pair, source: wish.source, since: clock.now() })
        : await optIn(trx, { ...pair, source: wish.source, since: clock.now() }, { keepsManual: wish.wish === 'yes' })
    if (!isNews) return []
    const kind = wish.wish === 'stop' ? 'optedOut' : 'optedIn'
    await recordAuditEntry(trx, { tenantId, userId: null }, { kind, at: clock.now(), subject: pair.number })
    if (!chat) return []
    return chats.recordChange(trx, chat, { steps: [{ kind: 'ChatUpdated', changes: [{ kind, memberId }] }], by: null })
  }

  /** @throws {AppError} not-found, not-a-member; conflict if a STOP would be taken back */
  async function changeByHand(
    caller: Caller,
    { chatId, memberId }: InChat,
    wish: 'stop' | 'start',
  ): Promise<undefined> {
    const { tenantId, userId } = caller
    const events = await database.transaction(async (trx) => {
      const chat = await chats.lock(trx, tenantId, chatId)
      assertMayReply(caller, chat)
      const number = chat.members.find((member) => member.id === memberId && isCurrent(member))?.number
      if (!number) throw new AppError('not-found')
      const pair = { tenantId, lineId: chat.numberId, number }
      const since = clock.now()
      if (wish === 'start' && (await isStopped(trx, pair)))
        throw new AppError('conflict', { message: OPT_OUT_TEXTS.stopped })
      const isNews =
        wish === 'stop'
          ? await optOutByHand(trx, { ...pair, since, by: userId })
          : await optIn(trx, { ...pair, since, source: 'manual', doneBy: userId })
      if (!isNews) return []
      const kind = wish === 'stop' ? ('optedOut' as const) : ('optedIn' as const)
      await recordAuditEntry(trx, caller, { kind, at: since, subject: number })
      const steps = [{ kind: 'ChatUpdated' as const, changes: [{ kind, memberId }] }]
      return chats.recordChange(trx, chat, { steps, by: memberIdOf(userId) })
    })
    if (events.length > 0) announcements.publish(events)
    return undefined
  }

  return { note, changeByHand }
}
