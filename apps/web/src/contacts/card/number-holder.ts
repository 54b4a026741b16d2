import type { ListedContact } from '@partyline/contract'
import { ApiError } from '../../platform/api-error.ts'
import type { Api } from '../../platform/api.ts'

type Phones = readonly { number: string }[]

/** The contact that has one of these phones, if that is why they were refused. */
export async function holderOf(api: Api, phones: Phones, error: unknown): Promise<ListedContact | null> {
  if (!(error instanceof ApiError && error.code === 'number-exists')) return null
  const [field = ''] = Object.keys(error.errors)
  const term = phones[Number(/\d+/.exec(field)?.[0])]?.number
  if (!term) return null
  try {
    const body = { term, filters: {}, sort: { by: 'name', descending: false }, limit: 2 } as const
    const found = await api.call('contacts.search', { body })
    return found.length === 1 ? (found[0] ?? null) : null
  } catch {
    return null
  }
}
