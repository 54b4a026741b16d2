import type { RealtimeEvent } from '@partyline/contract'
import { deliveriesChanged } from '../chats/index.ts'
import type { Queries } from '../platform/index.ts'
import { deliveryOfMember, moveDeliveries, oneForEachMember } from '../transcript/index.ts'
import type { DeliveryMove, InChat, MemberRecord, MovedDelivery } from '../transcript/index.ts'

/** Advances a delivery, and adds the events to announce: none if the update came too late. */
export async function recordMove(trx: Queries, events: RealtimeEvent[], move: InChat & DeliveryMove): Promise<void> {
  events.push(...eventsOf(await moveDeliveries(trx, [move])))
}

type Announced = InChat & Pick<MovedDelivery, 'records' | 'version' | 'hasUnread' | 'failedCount' | 'reopened'>

/** One event for each chat. */
export function eventsOf(moved: readonly Announced[]): RealtimeEvent[] {
  const byChat = Map.groupBy(moved, ({ tenantId, chatId }) => `${tenantId}/${chatId}`)
  return [...byChat.values()].flatMap((ofChat) => {
    const [first] = ofChat
    if (!first) return []
    const { failedCount, hasUnread, reopened } = first
    const changed = ofChat.flatMap(({ records }) => oneForEachMember(records).map(presentRecord))
    const failures = failedCount === null ? {} : { failedCount }
    const state = reopened ? { state: 'open' as const, snoozedUntil: null } : {}
    const patch = { hasUnread, ...failures, ...state }
    return [deliveriesChanged(first, { patch, changed, removed: [], unreadCounts: {} })]
  })
}

/** A delivery that moved as the event shows it. */
export async function presentMove(trx: Queries, moved: Parameters<typeof deliveryOfMember>[1]) {
  return presentRecord(await deliveryOfMember(trx, moved))
}

/** A member's delivery record as the event shows it. */
export function presentRecord(record: Omit<MemberRecord, 'updatedOn'> & { updatedOn: string | Date }) {
  const { messageId, memberId, status, updatedOn, errorCode, errorText, dismissed } = record
  return { messageId, memberId, status, updatedOn: new Date(updatedOn).toISOString(), errorCode, errorText, dismissed }
}
