import type { ContactFilters, ContactId, ContactSort, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { digitsIn } from '../numbers/index.ts'
import type { Queries } from '../platform/index.ts'
import { CONTACT, readContact } from './contacts-store.ts'
import type { PresentContact } from './contacts-store.ts'

/** The contacts wanted. `numbers`: all spellings of the phone that the term names. */
export type Wanted = {
  tenantId: TenantId
  term?: string | undefined
  numbers: readonly string[]
  filters: Omit<ContactFilters, 'textedWithinDays' | 'textedOverDaysAgo' | 'notTextedForDays'> & {
    notTextedSince?: string | undefined
  }
}

/** The place behind a contact in a list: the values it is sorted by, as text, and its id. */
export type Place = string[]

type Page = { sort: ContactSort; after: Place | null; limit: number }

/** Up to this many matches are sorted to find a page. */
export const FEW_MATCHES = 2_000
/** With more, a page is first looked for among the next contacts of the list: in 2,000 of 100,000, these have 200 matches. */
export const MAX_WALKED = 10_000

/** Each index scan also reads the entries that are not merged yet, and its time grows with the square of its numbers. */
const NUMBERS_AT_ONCE = 200

/** The sort keys of each order, with their column types. Each is the prefix of an index. */
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
  page: Page,
): Promise<{ contact: PresentContact; place: Place }[]> {
  type Row = Parameters<typeof readContact>[0] & { place: Place }
  const rows = await findPage(db, wanted, page, (from) => sql<Row>`select ${CONTACT}, c.place ${from}`.execute(db))
  return rows.map(({ place, ...contact }) => ({ contact: readContact(contact), place }))
}

/** The ids of a page by name. */
export function walkIds(
  db: Queries,
  wanted: Wanted,
  page: Omit<Page, 'sort'>,
): Promise<{ id: ContactId; place: Place }[]> {
  const byName = { ...page, sort: { by: 'name', descending: false } } as const
  return findPage(db, wanted, byName, (from) =>
    sql<{ id: ContactId; place: Place }>`select c.contact_id as id, c.place ${from}`.execute(db),
  )
}

/** Counts up to the limit. */
export async function countContacts(db: Queries, wanted: Wanted, limit: number): Promise<number> {
  const source = await rarest(db, FEW_MATCHES, sourcesOf(wanted))
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from (
      select from ${source ? sql`(${source.cards} offset 0)` : sql`contact_cards`} c
      where c.tenant_id = ${wanted.tenantId} and ${textedIn(wanted.filters)} and ${lookUps(wanted, source)}
      limit ${limit}
    ) counted`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Finds a page of `c`, with its place. Few matches are sorted. With many, a part of the list is walked, which fills the page if
 * they are dense. Otherwise, they are sorted after all.
 */
async function findPage<Row>(
  db: Queries,
  wanted: Wanted,
  { limit, ...from }: Page,
  read: (page: RawBuilder<unknown>) => Promise<{ rows: Row[] }>,
): Promise<Row[]> {
  const sources = sourcesOf(wanted)
  const { keys, order, isBehind } = orderOf(from)
  const range = (cards: RawBuilder<unknown>) => sql`
    from ${cards} c
    where c.tenant_id = ${wanted.tenantId} and ${textedIn(wanted.filters)} and ${isBehind}`
  const pageOf = async (cards: RawBuilder<unknown>, source?: Source) => {
    const { rows } = await read(sql`
      from (select c.*, ${keys} ${cards}) c
      where ${lookUps(wanted, source)}
      order by ${order}
      limit ${limit}`)
    return rows
  }
  // Sorted before the look-ups, so that these end with the page.
  const sorted = (source: Source) =>
    pageOf(sql`${range(sql`(${source.cards} offset 0)`)} order by ${order} offset 0`, source)

  const few = await sourceWithin(db, FEW_MATCHES, sources)
  if (few) return sorted(few)
  const all = range(sql`contact_cards`)
  const [source] = sources
  if (!source) return pageOf(all)
  const rows = await pageOf(sql`${all} order by ${order} limit ${MAX_WALKED}`)
  if (rows.length === limit || (await hasAtMost(db, MAX_WALKED, sql`select ${all}`))) return rows
  return sorted((await rarest(db, MAX_WALKED, sources)) ?? source)
}

function orderOf({ sort, after }: Omit<Page, 'limit'>) {
  const columns = [...SORTS[sort.by], [sql`c.contact_id`, 'uuid'] as const].map(([column, type], at) => ({
    column,
    key: sql.ref(`key_${at}`),
    value: sql`${after?.[at] ?? ''}::${sql.raw(type)}`,
  }))
  const values = sql.join(columns.map(({ column }) => column))
  const [direction, isBehind] = sort.descending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  return {
    keys: sql`${sql.join(columns.map(({ column, key }) => sql`${column} as ${key}`))},
      array[${sql.join(columns.map(({ column }) => sql`(${column})::text`))}] as place`,
    order: sql.join(columns.map(({ key }) => sql`${key} ${direction}`)),
    isBehind: after ? sql`(${values}) ${isBehind} (${sql.join(columns.map(({ value }) => value))})` : sql`true`,
  }
}

/**
 * An index that leads to the contacts of a filter, or to more: their cards, also of other tenants, and rows to count, at least as
 * many. `hasWords`: no card lacks a word.
 */
type Source = { cards: RawBuilder<unknown>; hits: RawBuilder<unknown>; hasWords?: boolean }

function sourcesOf({ filters, ...wanted }: Wanted): Source[] {
  const words = wordsQuery({ filters, ...wanted }, { isSource: true })
  const cards = sql`select * from contact_cards where words @@ ${words}`
  return [
    ...(words ? [{ cards, hits: cards, hasWords: !wanted.term?.includes('@') }] : []),
    ...(filters.optedOut ? [phonesIn('opt_outs', wanted.tenantId)] : []),
    ...(filters.consented ? [phonesIn('written_consents', wanted.tenantId)] : []),
    ...(filters.agreed || filters.consentRecorded ? [phonesIn('consent_people', wanted.tenantId)] : []),
  ]
}

/** The contacts of the numbers in a table: a number is a word of its contact. Erased and former phones have none. */
function phonesIn(table: 'opt_outs' | 'written_consents' | 'consent_people', tenantId: TenantId): Source {
  const ofTenant = sql`from ${sql.table(table)} where tenant_id = ${tenantId} and number is not null`
  return {
    hits: sql`select ${ofTenant}`,
    // The planner expects ten elements in an array. From rows, it would expect millions of contacts, and compile for seconds.
    cards: sql`
      select distinct on (c.tenant_id, c.contact_id) c.*
      from unnest(array(
        select string_agg(quote_literal(left(${tenantId}::uuid::text, 8) || ltrim(spelling, '+')), ' | ')::tsquery
        from (select number, row_number() over () as place ${ofTenant}) o, unnest(phone_spellings(o.number)) spelling
        group by place / ${NUMBERS_AT_ONCE}
      )) q (query) join contact_cards c on c.words @@ q.query`,
  }
}

/** The first source with at most `max` contacts. */
async function sourceWithin(db: Queries, max: number, sources: readonly Source[]): Promise<Source | null> {
  for (const source of sources) if (await hasAtMost(db, max, source.hits)) return source
  return null
}

/** The source with the fewest contacts, within a factor of four. */
async function rarest(db: Queries, max: number, sources: readonly Source[]): Promise<Source | undefined> {
  if (sources.length <= 1) return sources[0]
  return (await sourceWithin(db, max, sources)) ?? rarest(db, 4 * max, sources)
}

export async function hasAtMost(db: Queries, max: number, hits: RawBuilder<unknown>): Promise<boolean> {
  // Materialized: with a limit, the planner may prefer to read the table until it has found that many.
  const { rows } = await sql<{ holds: boolean }>`
    with hit as materialized (${hits})
    select count(*) <= ${max} as holds from (select from hit limit ${max + 1}) counted`.execute(db)
  return rows[0]?.holds ?? true
}

/** The conditions on `c` that an index of the order may have. */
function textedIn({ textedSince, textedBefore, notTextedSince, texted }: Wanted['filters']): RawBuilder<unknown> {
  const all = [sql`true`]
  const lastText = sql`coalesce(c.last_text_at, '-infinity')`
  if (texted === false) all.push(sql`${lastText} = '-infinity'`)
  if (texted === true || textedBefore !== undefined) all.push(sql`${lastText} > '-infinity'`)
  if (textedSince !== undefined) all.push(sql`${lastText} >= ${hourOf(textedSince)}`)
  if (notTextedSince !== undefined) all.push(sql`${lastText} < ${hourOf(notTextedSince)}`)
  if (textedBefore !== undefined) all.push(sql`${lastText} < ${textedBefore}::timestamptz`)
  return sql.join(all, sql` and `)
}

/** The last text is kept by the hour. */
const hourOf = (time: string) => sql`date_trunc('hour', ${time}::timestamptz, 'UTC')`

/** The other conditions on `c`. */
function lookUps(wanted: Wanted, source: Source | undefined): RawBuilder<unknown> {
  const { optedOut, consented, agreed, consentRecorded } = wanted.filters
  const words = wordsQuery(wanted)
  const all = [sql`true`]
  if (words && !source?.hasWords) all.push(sql`(c.words @@ ${words}) is true`)
  if (optedOut !== undefined) all.push(sql`${phoneMatches(hasOptedOut)} = ${optedOut}`)
  if (consented !== undefined) all.push(sql`${phoneMatches(hasConsented)} = ${consented}`)
  if (agreed !== undefined) all.push(sql`${phoneMatches(hasAgreed)} = ${agreed}`)
  if (consentRecorded !== undefined) all.push(sql`${phoneMatches(hasEntries)} = ${consentRecorded}`)
  return sql.join(all, sql` and `)
}

/** `phones` also has names, which can look like numbers: it only saves the exact look-up for most contacts. */
const phoneMatches = (condition: RawBuilder<unknown>) => sql`(
  exists (select from unnest(c.phones) n (number) where ${condition})
  and exists (
    select from contact_phones p join contacts n on n.tenant_id = p.tenant_id and n.number_id = p.number_id
    where p.tenant_id = c.tenant_id and p.contact_id = c.contact_id and n.deleted_at is null and ${condition}))`

const hasOptedOut = sql`exists (
  select from opt_outs o where o.tenant_id = c.tenant_id and o.number = any(phone_spellings(n.number)))`

const hasConsented = sql`exists (
  select from written_consents w where w.tenant_id = c.tenant_id and w.number = (phone_spellings(n.number))[1])`

const hasEntries = sql`exists (
  select from consent_people p join consent_entries e on e.tenant_id = p.tenant_id and e.person_key = p.person_key
  where p.tenant_id = c.tenant_id and p.number = (phone_spellings(n.number))[1])`

/** In writing, or spoken after the last refusal: the state of `consentAfter`, which is kept only for written consent. */
const hasAgreed = sql`(${hasConsented} or exists (
  select from consent_people p
    join consent_entries e on e.tenant_id = p.tenant_id and e.person_key = p.person_key
      and e.state = 'granted' and e.source = 'spoken'
  where p.tenant_id = c.tenant_id and p.number = (phone_spellings(n.number))[1]
    and not exists (
      select from consent_entries r
      where r.tenant_id = e.tenant_id and r.person_key = e.person_key and r.line_id = e.line_id
        and r.state in ('refused', 'revoked') and (r.happened_at, r.entry_id) > (e.happened_at, e.entry_id))
    and not exists (
      select from opt_outs o
      where o.tenant_id = c.tenant_id and o.line_id = e.line_id and o.number = any(phone_spellings(n.number)))))`

/** A `tsquery` for the term, the tags, and the values of own fields. Null without any. `isSource`: may find more. */
function wordsQuery(wanted: Wanted, { isSource = false } = {}): RawBuilder<unknown> | null {
  const queries = [termQuery(wanted, isSource), tagQuery(wanted.tenantId, wanted.filters)].filter(
    (query) => query !== null,
  )
  return queries.length > 0 ? sql`(${sql.join(queries, sql` && `)})` : null
}

/**
 * A `tsquery` for contacts with words that begin like those of the term, or with the digits of a number. Null without a term.
 * In an email address, only the last word can be a beginning: each beginning reads the entries of all words that it matches. A
 * source leaves it out, because every address may have it, such as `com`.
 */
function termQuery({ tenantId, term, numbers }: Wanted, isSource: boolean): RawBuilder<unknown> | null {
  if (!term) return null
  const quoted = sql`'''' || replace(word, '\\', '\\\\') || ''''`
  const words = sql`(
    select string_agg(${quoted} || case when is_address and place < cardinality(words) then '' else ':*' end, ' & ')
    from regexp_split_to_table(${term}, '\\s+') part, search_words(${tenantId}, part) words,
      unnest(words) with ordinality w (word, place), lateral (select part like '%@%' as is_address) a
    where not (${isSource} and is_address and place = cardinality(words) and place > 1))`
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
