/**
 * Microsoft marketplace subscriptions: operations, stored and applied once, and the landing page of
 * a purchase. Owns the `saas_` tables.
 */
export { marketplaceRoutes, marketplaceSignature } from './marketplace-routes.ts'
export { createMarketplaceSales } from './marketplace-service.ts'
export { createForwarding } from './forwarding-service.ts'
export type { Forwarding } from './forwarding-service.ts'
