import type { RealtimeEvent } from '@partyline/contract'
import type { Chats } from '../chats/index.ts'
import type { Queries } from '../platform/index.ts'
import { deliveryOfMember, moveDelivery } from '../transcript/index.ts'
import type { DeliveryMove, InChat, StoredDelivery } from '../transcript/index.ts'

/** Moves a delivery of a held chat up, and adds what is to be announced. Null where the news came too late. */
export async function recordMove(
  trx: Queries,
  { chats, events }: { chats: Chats; events: RealtimeEvent[] },
  { tenantId, chatId, ...move }: InChat & DeliveryMove,
): Promise<StoredDelivery | null> {
  const moved = await moveDelivery(trx, tenantId, move)
  if (moved) {
    const changed = [await presentMove(trx, moved)]
    events.push(await chats.recordDeliveries(trx, { tenantId, chatId }, { changed }))
  }
  return moved
}

/** A delivery that moved as the event shows it. */
export async function presentMove(trx: Queries, moved: Parameters<typeof deliveryOfMember>[1]) {
  const { messageId, memberId, status, updatedOn, errorCode, errorText } = await deliveryOfMember(trx, moved)
  return { messageId, memberId, status, updatedOn: updatedOn.toISOString(), errorCode, errorText }
}
