/**
 * Who did what in a tenant. Every change is recorded in its own transaction. Owns the table `audit_log`,
 * which is only added to.
 */
export { auditRoutes } from './audit-routes.ts'
export { hoursInWords } from './hours-in-words.ts'
export { differences, lastEntryAt, listEntries, recordAuditEntry } from './audit-store.ts'
export type { Actor } from './audit-store.ts'
