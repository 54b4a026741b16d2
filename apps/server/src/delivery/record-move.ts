import type { RealtimeEvent } from '@partyline/contract'
import type { Chats } from '../chats/index.ts'
import type { Queries } from '../platform/index.ts'
import { deliveryOfMember, isFailure, moveDelivery } from '../transcript/index.ts'
import type { DeliveryMove, InChat, MemberRecord, StoredDelivery } from '../transcript/index.ts'

/** Moves a delivery of a held chat up, and adds what is to be announced. Null where the news came too late. */
export async function recordMove(
  trx: Queries,
  { chats, events }: { chats: Chats; events: RealtimeEvent[] },
  { tenantId, chatId, ...move }: InChat & DeliveryMove,
): Promise<StoredDelivery | null> {
  const moved = await moveDelivery(trx, tenantId, move)
  if (moved) {
    const changed = [await presentMove(trx, moved)]
    const concernsFailures = isFailure(moved.status) || isFailure(moved.statusBefore)
    events.push(await chats.recordDeliveries(trx, { tenantId, chatId }, { changed, concernsFailures }))
  }
  return moved
}

/** A delivery that moved as the event shows it. */
export async function presentMove(trx: Queries, moved: Parameters<typeof deliveryOfMember>[1]) {
  return presentRecord(await deliveryOfMember(trx, moved))
}

/** A member's delivery record as the event shows it. */
export function presentRecord(record: MemberRecord) {
  const { messageId, memberId, status, updatedOn, errorCode, errorText, dismissed } = record
  return { messageId, memberId, status, updatedOn: updatedOn.toISOString(), errorCode, errorText, dismissed }
}
