import { cleanText } from '@partyline/contract'
import type { NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import type { ContactCursor } from './contact-cursor.ts'

export type ListedContact = {
  id: NumberId
  number: string
  name: string
  disabled: boolean
  /** The name as it is sorted. */
  sortName: string
  /** Those of the tenant's numbers that it opted out of, by name. */
  optedOutOf: { id: NumberId; name: string }[]
}

type Wanted = {
  tenantId: TenantId
  enabled?: boolean
  term?: string
  /** E.164: all spellings of the phone that the term names. */
  numbers?: readonly string[]
  after: ContactCursor | null
  limit: number
}

/** Contacts by name, deleted ones left out. */
export async function walkContacts(db: Queries, wanted: Wanted): Promise<ListedContact[]> {
  const { tenantId, enabled, term, numbers = [], after, limit } = wanted
  const digits = term ? digitsOf(term) : ''
  const parts = term ? digitsIn(term, numbers) : []
  const numberQuery = term && parts.length > 0 ? numberQueryOf({ tenantId, term, parts }) : null
  const ids = numberQuery && (await collectContacts(db, tenantId, numberQuery))
  return db
    .selectFrom('contacts as m')
    .select(['m.numberId as id', 'm.number', 'm.name', 'm.disabled', sortName.as('sortName')])
    .select(({ selectFrom }) =>
      sql<ListedContact['optedOutOf']>`array${selectFrom('optOuts as o')
        .innerJoin('lines as p', (join) =>
          join.onRef('p.tenantId', '=', 'o.tenantId').onRef('p.numberId', '=', 'o.lineId'),
        )
        .select(sql`json_build_object('id', p.number_id, 'name', p.name)`.as('line'))
        .whereRef('o.tenantId', '=', 'm.tenantId')
        .where(sql<boolean>`o.number = any(phone_spellings(m.number))`)
        .groupBy(['p.numberId', 'p.name'])
        .orderBy(sql`lower(p.name)`)}`.as('optedOutOf'),
    )
    .where('m.tenantId', '=', tenantId)
    .where('m.deletedAt', 'is', null)
    .$if(enabled !== undefined, (query) => query.where('m.disabled', '=', !enabled))
    .$if(ids !== null, (query) => query.where('m.numberId', '=', anyOf(ids ?? [])))
    .$if(Boolean(term) && ids === null, (query) =>
      query.where(
        numberQuery ? sql<boolean>`m.words @@ ${numberQuery}` : contains({ tenantId, term: term ?? '', digits }),
      ),
    )
    .$if(after !== null, (query) => query.where(sql<boolean>`(${sortName}, m.number) > (${after?.[0]}, ${after?.[1]})`))
    .orderBy(sortName)
    .orderBy('m.number')
    .limit(limit)
    .execute()
}

const sortName = sql<string>`lower(m.name)`

/** Those of a term that can be part of a number in some notation. */
export function digitsOf(written: string): string {
  const term = cleanText(written).text
  if (!/^[\d\s()+./-]+$/.test(term)) return ''
  // Only national notations have a trunk zero.
  return term.replace('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '')
}

/** Shorter parts of numbers are not in the index, and nearly every contact has them. */
const MIN_DIGITS = 3

/** The digits of the term and of the numbers it names that the index of numbers knows. */
export function digitsIn(term: string, numbers: readonly string[]): string[] {
  return [term, ...numbers].map(digitsOf).filter(({ length }) => length >= MIN_DIGITS)
}

type Digits = { tenantId: TenantId; term: string; parts: readonly string[] }

/** A `tsquery` for contacts with any of these digits anywhere in their number, or the term in their name. */
function numberQueryOf({ tenantId, term, parts }: Digits): RawBuilder<unknown> {
  const inNumber = sql`(select string_agg(left(${tenantId}::uuid::text, 8) || 'N' || digits || ':*', ' | ')
    from unnest(${parts}::text[]) digits)`
  return sql`(select (coalesce(string_agg(quote_literal(word) || ':*', ' & ') || ' | ', '') || ${inNumber})::tsquery
    from unnest(search_words(${tenantId}, ${term})) word)`
}

/** With more contacts than that, walking along the list finds a page sooner than sorting all. */
const MAX_COLLECTED = 500

/** The contacts that match, or null when there are too many. */
export async function collectContacts(
  db: Queries,
  tenantId: TenantId,
  query: RawBuilder<unknown>,
): Promise<NumberId[] | null> {
  // The words begin with the tenant's id. Without a condition on the tenant only their index can be used.
  const { rows } = await sql<{ id: NumberId; isHit: boolean }>`
    with with_words as materialized (select tenant_id, number_id, deleted_at from contacts where words @@ ${query})
    select number_id as id, tenant_id = ${tenantId} and deleted_at is null as is_hit
    from (select * from with_words limit ${MAX_COLLECTED + 1}) n`.execute(db)
  return rows.length > MAX_COLLECTED ? null : rows.filter(({ isHit }) => isHit).map(({ id }) => id)
}

/** Matches names with words that begin like those of the term, names that contain it, and numbers with the digits. */
function contains({ tenantId, term, digits }: Omit<Digits, 'parts'> & { digits: string }) {
  const quoted = sql`'''' || replace(word, '\\', '\\\\') || ''':*'`
  const words = sql`(select string_agg(${quoted}, ' & ')::tsquery from unnest(search_words(${tenantId}, ${term})) word)`
  const inName = sql<boolean>`coalesce(m.words @@ ${words}, false) or position(lower(${term}) in lower(m.name)) > 0`
  return digits ? sql<boolean>`(${inName} or position(${digits} in m.number) > 0)` : sql<boolean>`(${inName})`
}
