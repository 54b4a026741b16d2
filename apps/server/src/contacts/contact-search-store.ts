import type { Contact, ContactFilters, ContactId, ContactSort, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { digitsIn } from '../numbers/index.ts'
import type { Queries } from '../platform/index.ts'
import { CONTACT, readContact } from './contacts-store.ts'

/** The contacts wanted. `numbers`: all spellings of the phone that the term names. */
export type Wanted = {
  tenantId: TenantId
  term?: string | undefined
  numbers: readonly string[]
  filters: Omit<ContactFilters, 'textedWithinDays' | 'textedOverDaysAgo'>
}

/** The place behind a contact in a list: the values it is sorted by, as text, and its id. */
export type Place = string[]

type Page = { sort: ContactSort; after: Place | null; limit: number }

/** With more contacts than that, walking along the list finds a page sooner than sorting all. */
const MAX_COLLECTED = 5_000

/** What each order sorts by, with the types of the columns. Each is the beginning of an index. */
const SORTS = {
  name: [[sql`lower(c.name)`, 'text']],
  lastText: [
    [sql`coalesce(c.last_text_at, '-infinity')`, 'timestamptz'],
    [sql`lower(c.name)`, 'text'],
  ],
  created: [[sql`c.created_at`, 'timestamptz']],
} as const

/** A page of the contacts, each with its place. */
export async function walkContacts(
  db: Queries,
  wanted: Wanted,
  { sort, after, limit }: Page,
): Promise<{ contact: Contact; place: Place }[]> {
  const columns = [...SORTS[sort.by], [sql`c.contact_id`, 'uuid'] as const]
  const keys = sql.join(columns.map(([column]) => column))
  const direction = sql.raw(sort.descending ? 'desc' : 'asc')
  const order = sql.join(columns.map(([column]) => sql`${column} ${direction}`))
  const isBehind = after
    ? sql`and (${keys}) ${sql.raw(sort.descending ? '<' : '>')} (${sql.join(
        columns.map(([, type], at) => sql`${after[at] ?? ''}::${sql.raw(type)}`),
      )})`
    : sql``
  const { rows } = await sql<Parameters<typeof readContact>[0] & { place: Place }>`
    select ${CONTACT}, array[${sql.join(columns.map(([column]) => sql`(${column})::text`))}] as place
    from contact_cards c
    where ${await conditions(db, wanted, 'walk')} ${isBehind}
    order by ${order}
    limit ${limit}`.execute(db)
  return rows.map(({ place, ...contact }) => ({ contact: readContact(contact), place }))
}

/** Counts up to the limit. */
export async function countContacts(db: Queries, wanted: Wanted, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from (select from contact_cards c where ${await conditions(db, wanted, 'count')} limit ${limit}) counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** The ids of a page by name. */
export async function walkIds(
  db: Queries,
  wanted: Wanted,
  { after, limit }: Omit<Page, 'sort'>,
): Promise<{ id: ContactId; place: Place }[]> {
  const { rows } = await sql<{ id: ContactId; place: Place }>`
    select c.contact_id as id, array[lower(c.name), c.contact_id::text] as place
    from contact_cards c
    where ${await conditions(db, wanted, 'walk')}
      ${after ? sql`and (lower(c.name), c.contact_id) > (${after[0] ?? ''}, ${after[1] ?? ''}::uuid)` : sql``}
    order by lower(c.name), c.contact_id
    limit ${limit}`.execute(db)
  return rows
}

/**
 * What must hold for `contact_cards c`. Where few contacts match, they are collected first. Where many do, a page is found
 * by walking along the list, for which the index of the words is hidden from the planner.
 */
async function conditions(db: Queries, wanted: Wanted, way: 'walk' | 'count'): Promise<RawBuilder<unknown>> {
  const { tenantId, filters } = wanted
  const all = [sql`c.tenant_id = ${tenantId}`]
  const words = [termQuery(wanted), tagQuery(tenantId, filters)].filter((query) => query !== null)
  if (words.length > 0) {
    const query = sql`(${sql.join(words, sql` && `)})`
    // Words begin with the tenant's id. Without a condition on the tenant, only their index can be used.
    const hits = await collectContacts(db, sql`select tenant_id, contact_id from contact_cards where words @@ ${query}`)
    if (hits) all.push(sql`c.contact_id = any(${hits}::uuid[])`)
    else all.push(way === 'walk' ? sql`(c.words @@ ${query}) is true` : sql`c.words @@ ${query}`)
  }
  const { optedOut, consented, textedSince, textedBefore, texted } = filters
  if (optedOut === true) {
    const refusing = await collectContacts(db, optedOutContacts(tenantId))
    all.push(refusing ? sql`c.contact_id = any(${refusing}::uuid[])` : phoneMatches(hasOptedOut))
  }
  if (optedOut === false) all.push(sql`not ${phoneMatches(hasOptedOut)}`)
  if (consented === true) all.push(phoneMatches(hasConsented))
  if (consented === false) all.push(sql`not ${phoneMatches(hasConsented)}`)
  const lastText = sql`coalesce(c.last_text_at, '-infinity')`
  if (texted === false) all.push(sql`${lastText} = '-infinity'`)
  if (texted === true || textedBefore !== undefined) all.push(sql`${lastText} > '-infinity'`)
  if (textedSince !== undefined) all.push(sql`${lastText} >= date_trunc('hour', ${textedSince}::timestamptz, 'UTC')`)
  if (textedBefore !== undefined) all.push(sql`${lastText} < ${textedBefore}::timestamptz`)
  return sql.join(all, sql` and `)
}

const phoneMatches = (condition: RawBuilder<unknown>) => sql`exists (
  select from contact_phones p join contacts n on n.tenant_id = p.tenant_id and n.number_id = p.number_id
  where p.tenant_id = c.tenant_id and p.contact_id = c.contact_id and n.deleted_at is null and ${condition})`

const hasOptedOut = sql`exists (
  select from opt_outs o where o.tenant_id = n.tenant_id and o.number = any(phone_spellings(n.number)))`

const hasConsented = sql`exists (
  select from written_consents w where w.tenant_id = n.tenant_id and w.number = (phone_spellings(n.number))[1])`

const optedOutContacts = (tenantId: TenantId) => sql`
  select p.tenant_id, p.contact_id
  from opt_outs o
    join contacts n on n.tenant_id = o.tenant_id and n.number = any(phone_spellings(o.number)) and n.deleted_at is null
    join contact_phones p on p.tenant_id = n.tenant_id and p.number_id = n.number_id
  where o.tenant_id = ${tenantId}`

/** The contacts, or null if there are too many. */
export async function collectContacts(db: Queries, hits: RawBuilder<unknown>): Promise<ContactId[] | null> {
  const { rows } = await sql<{ id: ContactId }>`
    with hit as materialized (${hits} limit ${MAX_COLLECTED + 1})
    select distinct contact_id as id from hit`.execute(db)
  return rows.length > MAX_COLLECTED ? null : rows.map(({ id }) => id)
}

/** A `tsquery` for contacts with the words of the term, or the digits of a number. Null without a term. */
function termQuery({ tenantId, term, numbers }: Wanted): RawBuilder<unknown> | null {
  if (!term) return null
  const quoted = sql`'''' || replace(word, '\\', '\\\\') || ''':*'`
  const words = sql`(select string_agg(${quoted}, ' & ') from unnest(search_words(${tenantId}, ${term})) word)`
  const inNumber = sql`(select string_agg(left(${tenantId}::uuid::text, 8) || 'N' || digits || ':*', ' | ')
    from unnest(${digitsIn(term, numbers)}::text[]) digits)`
  // A term of signs only has no words, and finds nothing.
  return sql`coalesce(${words} || ' | ' || ${inNumber}, ${inNumber}, ${words},
    quote_literal(left(${tenantId}::uuid::text, 8) || ' '))::tsquery`
}

/** A `tsquery` for all tags and values of own fields. Null without one. */
function tagQuery(tenantId: TenantId, { tags = [], fields = {} }: ContactFilters): RawBuilder<unknown> | null {
  const values = Object.entries(fields).filter(([, value]) => value !== '')
  if (tags.length + values.length === 0) return null
  return sql`(select string_agg(quote_literal(left(${tenantId}::uuid::text, 8) || word), ' & ')::tsquery from (
      select 'T' || lower(tag) as word from unnest(${tags}::text[]) tag
      union all
      select 'F' || key || md5(lower(value))
      from unnest(${values.map(([key]) => key)}::text[], ${values.map(([, value]) => value)}::text[]) as f (key, value)
    ) wanted)`
}
