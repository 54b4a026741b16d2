import { hoursOfLine } from '@partyline/contract'
import type { NumberId, OpeningHours, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'

/** The hours of an organization's lines, each from a time on. */
export type HoursOverTime = {
  /** Null: always open. */
  at(lineId: NumberId, at: Date): OpeningHours | null
}

/** Keeps the hours that the organization and its lines have now, so that reports of the past stay as they are. */
export async function keepHours(trx: Queries, tenantId: TenantId, since: Date): Promise<void> {
  await sql`
    insert into hours_versions (tenant_id, since, of_tenant, of_lines)
    select t.tenant_id, ${since}, t.hours, (
      select coalesce(jsonb_object_agg(l.number_id, l.hours), '{}') from lines l
      where l.tenant_id = t.tenant_id and l.hours is not null)
    from tenants t where t.tenant_id = ${tenantId}
    on conflict (tenant_id, since) do update set of_tenant = excluded.of_tenant, of_lines = excluded.of_lines`.execute(
    trx,
  )
}

/** Before the first change of hours there were none: a new organization is always open. */
export async function hoursOverTime(db: Queries, tenantId: TenantId): Promise<HoursOverTime> {
  const versions = await db
    .selectFrom('hoursVersions')
    .select(['since', 'ofTenant', 'ofLines'])
    .where('tenantId', '=', tenantId)
    .orderBy('since', 'desc')
    .execute()
  return {
    at(lineId, at) {
      const version = versions.find(({ since }) => since <= at)
      return version ? hoursOfLine(version.ofLines[lineId] ?? null, version.ofTenant) : null
    },
  }
}
