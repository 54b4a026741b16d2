import type { ContactImportId, NumberId, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import { newId } from '../../platform/index.ts'
import { insertImport, updateImport } from './imports-store.ts'

test('the version before, which does not know opt-outs, adds no part to an import of opt-outs', async () => {
  const database = await openTestDatabase()
  try {
    const [tenantId, userId] = [newId<TenantId>(), newId<UserId>()]
    const db = database.queries
    await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, '', now())`.execute(db)
    await sql`insert into users (tenant_id, user_id, name, role, created_at)
      values (${tenantId}, ${userId}, 'Dana', 'Admin', now())`.execute(db)
    const started = async (optOutParts: number | null) => {
      const of = { tenantId, importId: newId<ContactImportId>() }
      const file = { fileName: 'a.csv', duplicates: 'skip' as const, headings: [], targets: [], total: 9 }
      const consent = { consentLines: [newId<NumberId>()], consentStatement: 'From our former app.', optOutParts }
      await insertImport(db, { ...of, ...file, ...consent, createdBy: userId, createdAt: new Date() })
      return of
    }
    await updateImport(db, await started(null), { parts: 1 })
    const optOuts = await started(0)
    await updateImport(db, optOuts, { parts: 1, optOutParts: 1 })
    await expect(updateImport(db, optOuts, { parts: 2 })).rejects.toThrow('contact_imports_opt_outs_check')
  } finally {
    await database.close()
  }
})
