import type { PhoneNumber } from '@partyline/contract'
import { ApiError } from '../../platform/api-error.ts'
import type { Api } from '../../platform/api.ts'
import { CHAT_FORM_TEXTS } from './chat-form-texts.ts'

/** The existing contact with the number, if that is why it was refused. */
export async function holderOf(api: Api, number: string, error: unknown): Promise<PhoneNumber | null> {
  if (!(error instanceof ApiError && error.code === 'number-exists')) return null
  try {
    const found = await api.call('numbers.search', { body: { type: 'Mobile', term: number, limit: 2 } })
    return found.length === 1 ? (found[0] ?? null) : null
  } catch {
    return null
  }
}

export function holderText({ name, disabled }: Pick<PhoneNumber, 'name' | 'disabled'>): string {
  return disabled ? CHAT_FORM_TEXTS.numberTakenDisabled(name) : CHAT_FORM_TEXTS.numberTaken(name)
}
