import type { ChatId, ContactId, LegalHold } from '@partyline/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../platform/api.ts'
import { useApi } from '../platform/platform-context.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import { useMe } from '../users/index.ts'

/** The subject of a legal hold. */
export type HoldSubject = { chatId: ChatId } | { contactId: ContactId }

/** The legal holds of the organization, newest first; only for Admins. */
export function legalHoldsQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.settings.legalHolds,
    queryFn: ({ signal }) => api.call('legalHolds.list', { signal }),
  })
}

const NONE: readonly LegalHold[] = []

/** The legal holds loaded so far. Users see none. */
export function useLegalHolds(): readonly LegalHold[] {
  const isAdmin = useMe()?.role === 'Admin'
  const { data = NONE } = useQuery({ ...legalHoldsQuery(useApi()), enabled: isAdmin })
  return isAdmin ? data : NONE
}

/** The legal hold on a chat or a contact itself. */
export function useLegalHold(subject: HoldSubject): LegalHold | undefined {
  return useLegalHolds().find((hold) =>
    'chatId' in subject ? hold.chatId === subject.chatId : hold.contactId === subject.contactId,
  )
}

/** The legal hold on a contact's chat, or on another contact of the chat, that keeps the contact from being deleted. */
export function useHoldOnChatOf(contactId: ContactId): LegalHold | undefined {
  return useLegalHolds().find((hold) => hold.contactId !== contactId && hold.contactIds.includes(contactId))
}

/** Fetches the legal holds again. */
export function useLegalHoldsChanged(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: queryKeys.settings.legalHolds })
}
