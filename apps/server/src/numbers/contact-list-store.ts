import type { NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queries } from '../platform/index.ts'
import type { ContactCursor } from './contact-cursor.ts'

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

type Wanted = { tenantId: TenantId; enabled?: boolean; term?: string; after: ContactCursor | null; limit: number }

/** Contacts by name, deleted ones left out. */
export function walkContacts(db: Queries, wanted: Wanted): Promise<ListedContact[]> {
  const { tenantId, enabled, term, after, limit } = wanted
  return db
    .selectFrom('contacts as m')
    .select(['m.numberId as id', 'm.number', 'm.name', 'm.disabled', sortName.as('sortName')])
    .select(({ selectFrom }) =>
      sql<string[]>`array${selectFrom('optOuts as o')
        .innerJoin('lines as p', (join) =>
          join.onRef('p.tenantId', '=', 'o.tenantId').onRef('p.numberId', '=', 'o.lineId'),
        )
        .select('p.name')
        .whereRef('o.tenantId', '=', 'm.tenantId')
        .whereRef('o.number', '=', 'm.number')
        .orderBy(sql`lower(p.name)`)}`.as('optedOutOf'),
    )
    .where('m.tenantId', '=', tenantId)
    .where('m.deletedAt', 'is', null)
    .$if(enabled !== undefined, (query) => query.where('m.disabled', '=', !enabled))
    .$if(Boolean(term), (query) => query.where(contains(term ?? '')))
    .$if(after !== null, (query) => query.where(sql<boolean>`(${sortName}, m.number) > (${after?.[0]}, ${after?.[1]})`))
    .orderBy(sortName)
    .orderBy('m.number')
    .limit(limit)
    .execute()
}

const sortName = sql<string>`lower(m.name)`

/** Matches names regardless of case and accents, and numbers in any notation. */
function contains(term: string): RawBuilder<boolean> {
  const inName = sql<boolean>`position(${folded(sql`${term}::text`)} in ${folded(sql`m.name`)}) > 0`
  // Only national notations have a trunk zero.
  const digits = term.replace('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '')
  const isNumber = digits !== '' && /^[\d\s()+./-]+$/.test(term)
  return isNumber ? sql<boolean>`(${inName} or position(${digits} in m.number) > 0)` : inName
}

/** Accents are taken off first: what `lower` does to them depends on the database's locale. */
function folded(words: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lower(regexp_replace(normalize(${words}, NFKD), '[\u0300-\u036f]', '', 'g'))`
}
