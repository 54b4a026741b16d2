import type { NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queries } from '../platform/index.ts'
import type { MobileCursor } from './mobile-cursor.ts'

type ListedContact = {
  id: NumberId
  number: string
  name: string
  disabled: boolean
  /** The name as it is sorted. */
  sortName: string
  /** The names of those of the tenant's numbers that it wants no texts from. */
  optedOutOf: string[]
}

type Wanted = { tenantId: TenantId; enabled?: boolean; term?: string; after: MobileCursor | null; limit: number }

/** Contacts by name, deleted ones left out. */
export async function walkMobileNumbers(db: Queries, wanted: Wanted): Promise<ListedContact[]> {
  const { tenantId, enabled, term, after, limit } = wanted
  const conditions = [
    sql`m.tenant_id = ${tenantId}`,
    sql`m.deleted_at is null`,
    ...(enabled === undefined ? [] : [sql`m.disabled = ${!enabled}`]),
    ...(term ? [contains(term)] : []),
    ...(after ? [sql`(lower(m.name), m.number) > (${after[0]}, ${after[1]})`] : []),
  ]
  const { rows } = await sql<ListedContact>`
    select m.number_id as id, m.number, m.name, m.disabled, lower(m.name) as "sortName",
      array(
        select p.name from opt_outs o join provider_numbers p
          on p.tenant_id = o.tenant_id and p.number_id = o.provider_number_id
        where o.tenant_id = m.tenant_id and o.number = m.number order by lower(p.name)
      ) as "optedOutOf"
    from mobile_numbers m
    where ${sql.join(conditions, sql` and `)}
    order by lower(m.name), m.number
    limit ${limit}`.execute(db)
  return rows
}

/** In the name, whatever the case and the accents, or in the number in any spelling. */
function contains(term: string): RawBuilder<unknown> {
  const inName = sql`position(${folded(sql`${term}::text`)} in ${folded(sql`m.name`)}) > 0`
  // The trunk zero stands in national spellings only.
  const digits = term.replace('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '')
  const isNumber = digits !== '' && /^[\d\s()+./-]+$/.test(term)
  return isNumber ? sql`(${inName} or position(${digits} in m.number) > 0)` : inName
}

/** Accents are taken off first: what `lower` does to them depends on the database's locale. */
function folded(words: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lower(regexp_replace(normalize(${words}, NFKD), '[\u0300-\u036f]', '', 'g'))`
}
