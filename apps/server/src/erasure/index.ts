/** Erasing contacts, and repeating that after a restore: docs/product.md#erasing-a-contact. Owns the table `erasures`. */
export { createErasures, erasureRoutes } from './erasures-service.ts'
export type { Erasures } from './erasures-service.ts'
