import type { CallBody, FoundNumber, TenantId } from '@partyline/contract'
import type { Database } from '../platform/index.ts'
import { readContactCursor, writeContactCursor } from './contact-cursor.ts'
import { walkContacts } from './contact-list-store.ts'
import type { Lines } from './lines-service.ts'

type Parts = { database: Database; lines: Pick<Lines, 'listTwilio'> }

/** A page, and where the next one begins. */
export type FoundNumbers = { found: FoundNumber[]; nextCursor: string | null }

/** Searches numbers. All matching Twilio numbers, which are few, come before the first page of contacts. */
export function createSearch({ database, lines }: Parts) {
  async function twilioNumbers(tenantId: TenantId, { enabled, term }: CallBody<'numbers.search'>) {
    const words = term?.toLocaleLowerCase() ?? ''
    const digits = words.replaceAll(/\D/g, '')
    const numbers = await lines.listTwilio(tenantId)
    return numbers
      .filter(({ disabled }) => enabled === undefined || disabled !== enabled)
      .filter(
        ({ name, number }) =>
          name.toLocaleLowerCase().includes(words) ||
          (digits !== '' && !/[^\d\s()+./-]/.test(words) && number.includes(digits)),
      )
      .map((number): FoundNumber => ({ ...number, optedOut: false }))
  }

  return async function search(tenantId: TenantId, wanted: CallBody<'numbers.search'>): Promise<FoundNumbers> {
    const { type, enabled, term, limit, cursor } = wanted
    const after = cursor ? readContactCursor(cursor) : null
    const twilio = type === 'Mobile' || after ? [] : await twilioNumbers(tenantId, wanted)
    if (type === 'Twilio') return { found: twilio, nextCursor: null }
    const conditions = { ...(enabled !== undefined && { enabled }), ...(term && { term }) }
    // One more tells whether there is a next page.
    const contacts = await walkContacts(database.queries, { tenantId, after, limit: limit + 1, ...conditions })
    const page = contacts.slice(0, limit)
    const last = contacts.length > limit ? page.at(-1) : undefined
    return {
      found: [...twilio, ...page.map(({ optedOutOf, ...contact }) => presentFound(contact, optedOutOf.length > 0))],
      nextCursor: last ? writeContactCursor([last.sortName, last.number]) : null,
    }
  }
}

function presentFound(
  { id, number, name, disabled }: Omit<FoundNumber, 'type' | 'optedOut'>,
  optedOut: boolean,
): FoundNumber {
  return { id, number, name, type: 'Mobile', disabled, optedOut }
}
