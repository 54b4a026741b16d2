/**
 * Who did what in a tenant. Whoever changes something records it in the same transaction. Owns the table `audit_log`,
 * which is only added to.
 */
export { auditRoutes } from './audit-routes.ts'
export { recordDeed } from './audit-store.ts'
export type { Actor } from './audit-store.ts'
export { differences } from './differences.ts'
