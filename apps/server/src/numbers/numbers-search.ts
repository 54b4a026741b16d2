import type { CallBody, FoundNumber, TenantId } from '@partyline/contract'
import type { Database } from '../platform/index.ts'
import { readMobileCursor, writeMobileCursor } from './mobile-cursor.ts'
import { walkMobileNumbers } from './mobile-list-store.ts'
import type { FoundNumbers } from './numbers-service.ts'
import type { ProviderNumbers } from './provider-numbers-service.ts'

type Parts = { database: Database; provider: Pick<ProviderNumbers, 'listTwilio'> }

/** Looking numbers up. The Twilio numbers are few: they stand whole before the first page of contacts. */
export function createSearch({ database, provider }: Parts) {
  async function twilioNumbers(tenantId: TenantId, { enabled, term }: CallBody<'numbers.search'>) {
    const words = term?.toLocaleLowerCase() ?? ''
    const digits = words.replaceAll(/\D/g, '')
    const numbers = await provider.listTwilio(tenantId)
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
    const after = cursor ? readMobileCursor(cursor) : null
    const twilio = type === 'Mobile' || after ? [] : await twilioNumbers(tenantId, wanted)
    if (type === 'Twilio') return { found: twilio, nextCursor: null }
    const conditions = { ...(enabled !== undefined && { enabled }), ...(term && { term }) }
    // One more tells whether there is a next page.
    const contacts = await walkMobileNumbers(database.queries, { tenantId, after, limit: limit + 1, ...conditions })
    const page = contacts.slice(0, limit)
    const last = contacts.length > limit ? page.at(-1) : undefined
    return {
      found: [...twilio, ...page.map(({ optedOutOf, ...contact }) => presentFound(contact, optedOutOf.length > 0))],
      nextCursor: last ? writeMobileCursor([last.sortName, last.number]) : null,
    }
  }
}

function presentFound(
  { id, number, name, disabled }: Omit<FoundNumber, 'type' | 'optedOut'>,
  optedOut: boolean,
): FoundNumber {
  return { id, number, name, type: 'Mobile', disabled, optedOut }
}
