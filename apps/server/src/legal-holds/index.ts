/** Chats and contacts of which nothing is deleted: docs/product.md#legal-holds. Owns the table `legal_holds`. */
export { createLegalHolds, legalHoldRoutes } from './legal-holds-service.ts'
export type { LegalHolds } from './legal-holds-service.ts'
