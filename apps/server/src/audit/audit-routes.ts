import type { Database, Handlers } from '../platform/index.ts'
import { listEntries } from './audit-store.ts'

export function auditRoutes({ database }: { database: Database }) {
  return {
    'settings.audit': ({ caller, query }) => listEntries(database.queries, caller.tenantId, query),
  } satisfies Partial<Handlers>
}
