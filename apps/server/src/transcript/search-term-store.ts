import { cleanText, otherSpellings, phoneSpellings } from '@partyline/contract'
import type { TenantId } from '@partyline/contract'
import { readNumber } from '@partyline/contract/phone-numbers'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queries } from '../platform/index.ts'

/** A search term, in the words that `search_words` produces. */
export type SearchTerm = {
  tenantId: TenantId
  /** For a `tsquery` of the columns `words`: all of these … */
  words: readonly string[]
  /** … or one of these. */
  numbers: readonly string[]
  /** Words that must be adjacent, because they were quoted. */
  phrases: readonly string[]
}

type Part = { text: string; quote: 'none' | 'open' | 'closed' }

/**
 * Every word is the beginning of one, in any order; what is quoted stands there as it is. What can be a phone number in
 * some spelling is also any part of one. Null where the term holds nothing that could be found.
 */
export async function readTerm(db: Queries, tenantId: TenantId, term: string): Promise<SearchTerm | null> {
  const parts = partsOf(term)
  const { rows } = await sql<{ words: string[]; tag: string; country: string }>`
    select search_words(${tenantId}, part) as words, left(${tenantId}::uuid::text, 8) as tag,
      (select default_country from tenants where tenant_id = ${tenantId}) as country
    from unnest(${parts.map(({ text }) => text)}::text[]) with ordinality as parts (part, place)
    order by place`.execute(db)
  const read = parts.map(({ quote }, index) => ({ quote, words: rows[index]?.words ?? [] }))
  const words = read.flatMap(({ quote, words }) => words.map((word) => lexeme(word, quote !== 'closed')))
  const numbers = numberWays(term, rows[0]?.country ?? '').map(({ digits, isBeginning }) =>
    lexeme(`${rows[0]?.tag}N${digits}`, isBeginning),
  )
  if (words.length + numbers.length === 0) return null
  const quoted = read.filter(({ quote, words }) => quote !== 'none' && words.length > 0)
  const phrases = quoted.map(({ quote, words }) => words.join(' ') + (quote === 'closed' ? ' ' : ''))
  return { tenantId, words, numbers, phrases }
}

/** The condition that a row, by its name in the query, has the words in some order: all that an index can say. */
export function mayHaveWords(
  { words, numbers }: Pick<SearchTerm, 'words' | 'numbers'>,
  row: string,
): RawBuilder<boolean> {
  const ways = [...(words.length > 0 ? [`(${words.join(' & ')})`] : []), ...numbers]
  return sql`${sql.ref(`${row}.words`)} @@ ${ways.join(' | ')}::tsquery`
}

/** The condition that a row has the words as they are looked for; `text` is the column that they come from. */
export function hasWords(term: SearchTerm, row: string, text: string): RawBuilder<unknown> {
  const said = sql`array_to_string(search_words(${term.tenantId}, ${sql.ref(`${row}.${text}`)}), ' ') || ' '`
  const conditions = term.phrases.map((phrase) => sql`position(${phrase} in ${said}) > 0`)
  return sql.join([mayHaveWords(term, row), ...conditions], sql` and `)
}

/** The last word of a quote that is still open may go on. */
function partsOf(term: string): Part[] {
  const parts = term.replaceAll(/[“”„«»]/g, '"').matchAll(/"([^"]*)("?)|[^"]+/g)
  return [...parts].map(([whole, quoted, closing]) => ({
    text: quoted ?? whole,
    quote: quoted === undefined ? 'none' : closing ? 'closed' : 'open',
  }))
}

function lexeme(word: string, isBeginning: boolean): string {
  return `'${word.replaceAll(/['\\]/g, String.raw`\$&`)}'${isBeginning ? ':*' : ''}`
}

const MIN_DIGITS = 3
/** Of a number without its country code, which has one to three digits. */
const MIN_NATIONAL_DIGITS = 8

type Way = { digits: string; isBeginning: boolean }

/** Any part of a number in some spelling, `(0171) 123-45`, `00 44 20…`, `+1 202`, and how it is written at home. */
function numberWays(written: string, country: string): Way[] {
  if (!/\p{Nd}/u.test(written)) return []
  const phone = readNumber(written, country)
  const plain = cleanText(written).text
  const others = /^[\d\s()+./-]+$/.test(plain) ? otherSpellings(plain.replaceAll(/\D/g, '')) : []
  const ways = [plain, ...(phone ? phoneSpellings(phone.number) : []), ...others].flatMap(waysOf)
  return [...new Map(ways.map((way) => [`${way.digits} ${way.isBeginning}`, way])).values()]
}

function waysOf(term: string): Way[] {
  if (!/^[\d\s()+./-]+$/.test(term)) return []
  // Only national notations have a trunk zero.
  const digits = term.replace('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '')
  if (digits.length < MIN_DIGITS) return []
  const isInternational = /^(\+|00)/.test(term)
  const national = isInternational ? [1, 2, 3].map((codeLength) => digits.slice(codeLength)) : []
  return [
    { digits, isBeginning: true },
    ...national
      .filter(({ length }) => length >= MIN_NATIONAL_DIGITS)
      .map((atHome) => ({ digits: atHome, isBeginning: false })),
  ]
}
