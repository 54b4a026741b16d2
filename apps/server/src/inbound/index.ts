/**
 * Texts from phones: storing what Twilio's webhooks bring, putting it into chats, relaying it, fetching its pictures,
 * and finding texts whose webhook was missed; automatic replies. Owns the tables `provider_events`, `inbound_media`,
 * `reconciliations`, and `automatic_replies`.
 */
export { createInbound } from './inbound-service.ts'
export type { Inbound } from './inbound-service.ts'
