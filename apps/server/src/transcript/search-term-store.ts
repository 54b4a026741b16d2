import { cleanText, otherSpellings, phoneSpellings, searchWords } from '@partyline/contract'
import type { TenantId } from '@partyline/contract'
import { readNumber } from '@partyline/contract/phone-numbers'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queries } from '../platform/index.ts'

/** A search term, in the words that `search_words` stores. */
export type SearchTerm = {
  tenantId: TenantId
  /** For a `tsquery` of the columns `words`: all of these … */
  words: readonly string[]
  /** … or one of these. */
  numbers: readonly string[]
  /** Words that must be adjacent, because they were quoted, or their language has no spaces. */
  phrases: readonly string[]
}

type Part = { text: string; quote: 'none' | 'open' | 'closed' }

/**
 * Every word is the beginning of one, in any order; what is quoted stands there as it is. What can be a phone number in
 * some spelling is also any part of one. Null where the term holds nothing that could be found.
 */
export async function readTerm(db: Queries, tenantId: TenantId, term: string): Promise<SearchTerm | null> {
  const tag = tenantId.slice(0, 8)
  const words = new Set<string>()
  const phrases: string[] = []
  for (const { text, quote } of partsOf(term)) {
    const phrase: string[] = []
    const found = searchWords(text)
    for (const [place, { text: word, isRun }] of found.entries()) {
      const isFollowed = quote !== 'none' && place < found.length - 1
      const stored = (isRun ? pairsOf(word, isFollowed) : [cut(word)]).map((one) => tag + one)
      for (const one of stored) words.add(lexeme(one, isRun || quote !== 'closed'))
      phrase.push(...stored)
      // Otherwise its pairs would match anywhere in a text.
      if (isRun && quote === 'none' && stored.length > 1) phrases.push(stored.join(' '))
    }
    if (quote === 'none' || phrase.length === 0) continue
    phrases.push(phrase.join(' ') + (quote === 'closed' && !found.at(-1)?.isRun ? ' ' : ''))
  }
  const ways = /\p{Nd}/u.test(term) ? numberWays(term, await countryOf(db, tenantId)) : []
  const numbers = ways.map(({ digits, isBeginning }) => lexeme(`${tag}N${digits}`, isBeginning))
  return words.size + numbers.length > 0 ? { tenantId, words: [...words], numbers, phrases } : null
}

/**
 * A row of characters without spaces in the pairs that `search_words` stores. In the text, its last
 * character is paired with the next one, unless another word follows.
 */
function pairsOf(run: string, isFollowed: boolean): string[] {
  const characters = Array.from(run)
  const pairs = characters.map((character, place) => character + (characters[place + 1] ?? ''))
  return isFollowed || pairs.length === 1 ? pairs : pairs.slice(0, -1)
}

/** `search_words` truncates long words to this length. */
const cut = (word: string) => Array.from(word).slice(0, 64).join('')

async function countryOf(db: Queries, tenantId: TenantId): Promise<string> {
  const query = db.selectFrom('tenants').select('defaultCountry').where('tenantId', '=', tenantId)
  return (await query.executeTakeFirst())?.defaultCountry ?? ''
}

/** SQL condition: the row, by its name in the query, has the words in any order. An index can check no more. */
export function mayHaveWords(
  { words, numbers }: Pick<SearchTerm, 'words' | 'numbers'>,
  row: string,
): RawBuilder<boolean> {
  const ways = [...(words.length > 0 ? [`(${words.join(' & ')})`] : []), ...numbers]
  return sql`${sql.ref(`${row}.words`)} @@ ${ways.join(' | ')}::tsquery`
}

/** SQL condition: the row has the words exactly as searched; `text` is the column that they come from. */
export function hasWords(term: SearchTerm, row: string, text: string): RawBuilder<unknown> {
  const said = sql`array_to_string(search_words(${term.tenantId}, ${sql.ref(`${row}.${text}`)}), ' ') || ' '`
  const conditions = term.phrases.map((phrase) => sql`position(${phrase} in ${said}) > 0`)
  return sql.join([mayHaveWords(term, row), ...conditions], sql` and `)
}

/** The last word of an unclosed quote may be incomplete. */
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
/** Minimum for a number without its country code, which has one to three digits. */
const MIN_NATIONAL_DIGITS = 8

type Way = { digits: string; isBeginning: boolean }

/** Any part of a number in some spelling, `(0171) 123-45`, `00 44 20…`, `+1 202`, and how it is written at home. */
function numberWays(written: string, country: string): Way[] {
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
