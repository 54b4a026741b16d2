import { v7 } from 'uuid'
import type { DeliveryId } from '../../database/index.ts'

/** Texts to one phone are sent in the order of these ids: by when their messages were sent, then by their places in them. */
export function newDeliveryId(sentAt: Date, place: number): DeliveryId {
  return v7({ msecs: sentAt.getTime(), seq: place }) as DeliveryId
}
