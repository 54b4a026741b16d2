/** Everything of an organization as files: docs/product.md#the-archive-of-an-organization. Owns the tables `archives` and `archive_parts`. */
export { archiveRoutes } from './archives-routes.ts'
export { createArchives } from './archives-service.ts'
