import type { ContactField, TenantId } from '@partyline/contract'
import type { Queries } from '../platform/index.ts'

/** In their order. */
export function listFields(db: Queries, tenantId: TenantId): Promise<ContactField[]> {
  return db
    .selectFrom('contactFields')
    .select(['fieldId as id', 'name', 'kind', 'choices'])
    .where('tenantId', '=', tenantId)
    .orderBy('position')
    .execute()
}

/** All fields of the tenant in their order. */
export async function saveFields(trx: Queries, tenantId: TenantId, fields: readonly ContactField[]): Promise<void> {
  await trx.deleteFrom('contactFields').where('tenantId', '=', tenantId).execute()
  if (fields.length === 0) return
  await trx
    .insertInto('contactFields')
    .values(
      fields.map(({ id, name, kind, choices }, position) => ({
        tenantId,
        fieldId: id,
        position,
        name,
        kind,
        choices: [...choices],
      })),
    )
    .execute()
}
