import type { TenantId } from '@partyline/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '../../database/index.ts'
import type { Queries } from '../platform/index.ts'
import type { Counts } from './counts.ts'

export type Dimension = Tables['reportCounts']['dimension']
/** The subject of a row of counts. `subject`: the ID of a line or person, or a tag; empty for everyone. */
export type Subject = { dimension: Dimension; subject: string }
export type Counted = Subject & { day: string; counts: Counts }
/** `texts`: how many were read. A final day is not counted again. */
export type CountedDay = Pick<Selectable<Tables['reportDays']>, 'day' | 'countedAt' | 'texts' | 'final'>
export type SettingsRow = Pick<Selectable<Tables['reportSettings']>, 'timeZone' | 'goalMinutes'>

export async function findSettings(db: Queries, tenantId: TenantId): Promise<SettingsRow | null> {
  const row = await db
    .selectFrom('reportSettings')
    .select(['timeZone', 'goalMinutes'])
    .where('tenantId', '=', tenantId)
    .executeTakeFirst()
  return row ?? null
}

/** The row, which stays locked until the transaction ends; a first one has this zone. */
export async function lockSettings(trx: Queries, tenantId: TenantId, timeZone: string): Promise<SettingsRow> {
  await trx
    .insertInto('reportSettings')
    .values({ tenantId, timeZone })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return trx
    .selectFrom('reportSettings')
    .select(['timeZone', 'goalMinutes'])
    .where('tenantId', '=', tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateSettings(trx: Queries, tenantId: TenantId, settings: SettingsRow): Promise<void> {
  await trx.updateTable('reportSettings').set(settings).where('tenantId', '=', tenantId).execute()
}

/** All days that were counted. */
export function countedDays(db: Queries, tenantId: TenantId): Promise<CountedDay[]> {
  return db
    .selectFrom('reportDays')
    .select(['day', 'countedAt', 'texts', 'final'])
    .where('tenantId', '=', tenantId)
    .execute()
}

/** All days that can be counted again. */
export async function forgetDays(trx: Queries, tenantId: TenantId): Promise<void> {
  await trx.deleteFrom('reportDays').where('tenantId', '=', tenantId).where('sealed', '=', false).execute()
  await trx
    .deleteFrom('reportCounts as c')
    .where('c.tenantId', '=', tenantId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('reportDays as d').whereRef('d.tenantId', '=', 'c.tenantId').whereRef('d.day', '=', 'c.day')),
      ),
    )
    .execute()
}

/** The days up to one are never counted again. */
export async function sealDays(db: Queries, tenantId: TenantId, last: string): Promise<void> {
  await db
    .updateTable('reportDays')
    .set({ sealed: true, final: true })
    .where('tenantId', '=', tenantId)
    .where('day', '<=', last)
    .where('sealed', '=', false)
    .execute()
}

/** Replaces the counts of a day. */
export async function writeDay(
  trx: Queries,
  { tenantId, day, ...counted }: CountedDay & { tenantId: TenantId },
  rows: readonly (Subject & { counts: Counts })[],
): Promise<void> {
  await trx
    .insertInto('reportDays')
    .values({ tenantId, day, ...counted })
    .onConflict((conflict) => conflict.columns(['tenantId', 'day']).doUpdateSet(counted))
    .execute()
  await trx
    .deleteFrom('reportCounts')
    .where('tenantId', '=', tenantId)
    .where('dimension', 'in', ['all', 'line', 'person', 'tag'])
    .where('day', '=', day)
    .execute()
  if (rows.length === 0) return
  await trx
    .insertInto('reportCounts')
    .values(rows.map(({ counts, ...row }) => ({ ...row, tenantId, day, counts: JSON.stringify(counts) })))
    .execute()
}

/** The counts of a period, both days included, for one subject or for all. */
export async function countsOf(
  db: Queries,
  {
    tenantId,
    from,
    to,
    dimension,
    subject,
  }: { tenantId: TenantId; from: string; to: string } & Pick<Subject, 'dimension'> & Partial<Subject>,
): Promise<Counted[]> {
  const rows = await db
    .selectFrom('reportCounts')
    .select(['dimension', 'subject', 'day', 'counts'])
    .where('tenantId', '=', tenantId)
    .where('dimension', '=', dimension)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .orderBy('day')
    .execute()
  return rows.map((row) => ({ ...row, counts: row.counts as Counts }))
}
