import type { ContactView, ContactViewId, TenantId, UserId } from '@partyline/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '../../database/index.ts'
import type { Queries } from '../platform/index.ts'

type ViewRow = Selectable<Tables['contactViews']>
/** With the name of the one who added it. */
export type NamedView = ViewRow & { author: string }

/** The user's own and the shared views, by name. */
export function listViews(db: Queries, tenantId: TenantId, userId: UserId): Promise<NamedView[]> {
  return db
    .selectFrom('contactViews as v')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenantId', '=', 'v.tenantId').onRef('u.userId', '=', 'v.createdBy'),
    )
    .selectAll('v')
    .select('u.name as author')
    .where('v.tenantId', '=', tenantId)
    .where(({ or, eb }) => or([eb('v.createdBy', '=', userId), eb('v.shared', '=', true)]))
    .orderBy(({ fn }) => fn('lower', ['v.name']))
    .orderBy('v.viewId')
    .execute()
}

/** As it is until the transaction ends. */
export async function lockViewRow(trx: Queries, tenantId: TenantId, viewId: ContactViewId): Promise<NamedView | null> {
  const row = await trx
    .selectFrom('contactViews as v')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenantId', '=', 'v.tenantId').onRef('u.userId', '=', 'v.createdBy'),
    )
    .selectAll('v')
    .select('u.name as author')
    .where('v.tenantId', '=', tenantId)
    .where('v.viewId', '=', viewId)
    .forUpdate('v')
    .executeTakeFirst()
  return row ?? null
}

type SavedView = Omit<ViewRow, 'query'> & { query: Pick<ContactView, 'term' | 'filters' | 'sort'> }

export async function insertView(trx: Queries, { query, ...row }: SavedView): Promise<void> {
  await trx
    .insertInto('contactViews')
    .values({ ...row, query: JSON.stringify(query) })
    .execute()
}

export async function updateView(
  trx: Queries,
  { tenantId, viewId, name, shared, query }: Omit<SavedView, 'createdBy'>,
): Promise<void> {
  await trx
    .updateTable('contactViews')
    .set({ name, shared, query: JSON.stringify(query) })
    .where('tenantId', '=', tenantId)
    .where('viewId', '=', viewId)
    .execute()
}

export async function deleteView(trx: Queries, tenantId: TenantId, viewId: ContactViewId): Promise<void> {
  await trx.deleteFrom('contactViews').where('tenantId', '=', tenantId).where('viewId', '=', viewId).execute()
}
