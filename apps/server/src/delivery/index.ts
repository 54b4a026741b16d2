/**
 * Delivery: sending to phones from the queue (`deliveries`), what Twilio reports of a text or says when it is asked, and
 * sending again. Owns the table `provider_statuses`, and works on `deliveries` of the transcript as a queue.
 */
export { AUTOMATIC_REPLY_MAX_MINUTES, ordersForOne, ordersForRelay, phonesOf } from './compose-deliveries.ts'
export type { Order } from './compose-deliveries.ts'
export { composeMessage, messageWith, recipientsOf, sendsOf, textedBy } from './compose-message.ts'
export { createDelivery } from './delivery-service.ts'
export type { Delivery } from './delivery-service.ts'
export { release } from './queue-store.ts'
export type { QueuedText, Send } from './queue-store.ts'
