import { fold, otherSpellings, phoneSpellings } from '@partyline/contract'
import type { CallBody, FoundNumber, TenantId } from '@partyline/contract'
import { readNumber } from '@partyline/contract/phone-numbers'
import { writeCursor } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { readContactCursor } from './contact-cursor.ts'
import { digitsOf, walkContacts } from './contact-list-store.ts'
import type { ListedContact } from './contact-list-store.ts'
import type { Lines } from './lines-service.ts'
import type { Tenants } from '../tenants/index.ts'

/** Shorter ones are a part of a number. */
const MIN_DIGITS_OF_PHONE = 7

type Parts = { database: Database; tenants: Pick<Tenants, 'find'>; lines: Pick<Lines, 'listTwilio'> }

/** A page, and where the next one begins. */
type FoundNumbers = { found: FoundNumber[]; nextCursor: string | null }

export type NumberSearch = {
  /** Without a type, finds both: all Twilio numbers, which are few, before the first page of the contacts. */
  search(tenantId: TenantId, wanted: CallBody<'numbers.search'>): Promise<FoundNumbers>
  /** All spellings of the phone that a term names, as typed or pasted. */
  numbersIn(tenantId: TenantId, term: string | undefined): Promise<string[]>
}

export function createSearch({ database, tenants, lines }: Parts): NumberSearch {
  async function numbersIn(tenantId: TenantId, term: string | undefined): Promise<string[]> {
    if (!term || (term.match(/\p{Nd}/gu)?.length ?? 0) < MIN_DIGITS_OF_PHONE) return []
    const tenant = await tenants.find(tenantId)
    const named = readNumber(term, tenant?.defaultCountry ?? '')
    return [...(named ? phoneSpellings(named.number) : []), ...otherSpellings(digitsOf(term))]
  }

  async function twilioNumbers(
    tenantId: TenantId,
    { enabled, term }: CallBody<'numbers.search'>,
    named: readonly string[],
  ) {
    const words = fold(term ?? '')
    const digits = digitsOf(term ?? '')
    const numbers = await lines.listTwilio(tenantId)
    return numbers
      .filter(({ disabled }) => enabled === undefined || disabled !== enabled)
      .filter(
        ({ name, number }) =>
          fold(name).includes(words) || (digits !== '' && number.includes(digits)) || named.includes(number),
      )
      .map((number): FoundNumber => ({ ...number, optedOut: false, optedOutOf: [] }))
  }

  async function search(tenantId: TenantId, wanted: CallBody<'numbers.search'>): Promise<FoundNumbers> {
    const { type, enabled, term, limit, cursor } = wanted
    const after = cursor ? readContactCursor(cursor) : null
    const numbers = await numbersIn(tenantId, term)
    const twilio = type === 'Mobile' || after ? [] : await twilioNumbers(tenantId, wanted, numbers)
    if (type === 'Twilio') return { found: twilio, nextCursor: null }
    const conditions = { ...(enabled !== undefined && { enabled }), ...(term && { term, numbers }) }
    // One more tells whether there is a next page.
    const contacts = await walkContacts(database.queries, { tenantId, after, limit: limit + 1, ...conditions })
    const page = contacts.slice(0, limit)
    const last = contacts.length > limit ? page.at(-1) : undefined
    return {
      found: [...twilio, ...page.map(presentFound)],
      nextCursor: last ? writeCursor([last.sortName, last.number]) : null,
    }
  }

  return { search, numbersIn }
}

function presentFound({ id, number, name, disabled, optedOutOf }: ListedContact): FoundNumber {
  const lines = optedOutOf.map((line) => line.id)
  return { id, number, name, type: 'Mobile', disabled, optedOut: lines.length > 0, optedOutOf: lines }
}
