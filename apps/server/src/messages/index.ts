/**
 * Texting: sending to phones through the delivery queue, taking in what phones send and what Twilio reports, finding
 * out what was missed, and looking messages up. Owns the tables `provider_events`, `provider_statuses` and `opt_outs`,
 * and works on `deliveries` as a queue.
 */
export type { Backlog } from './backlog-store.ts'
export { readInboundLately, readReportsLately } from './lately-store.ts'
export { createMessages } from './messages-service.ts'
export type { Messages } from './messages-service.ts'
export { readState } from './state-store.ts'
