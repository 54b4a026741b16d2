/**
 * Texts from phones: storing what Twilio's webhooks bring, putting it into chats, relaying it, fetching its pictures,
 * and finding texts whose webhook was missed. Owns the tables `provider_events`, `inbound_media` and `reconciliations`.
 */
export { createInbound } from './inbound-service.ts'
export type { Inbound } from './inbound-service.ts'
