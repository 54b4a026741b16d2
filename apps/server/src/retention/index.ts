/** Deletes texts and notes that a line no longer keeps: docs/product.md#retention. Owns no table. */
export { createRetention, retentionRoutes } from './retention-service.ts'
