import type { ChatId } from '@partyline/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../platform/api.ts'
import { queryKeys } from '../platform/query-keys.ts'

// Apart from the other queries of contacts, which are not part of the first load.

/** The contacts whose phones are in a chat. */
export function chatContactsQuery(api: Api, chatId: ChatId) {
  return queryOptions({
    queryKey: queryKeys.contacts.ofChat(chatId),
    queryFn: ({ signal }) => api.call('contacts.ofChat', { params: { chatId }, signal }),
  })
}

/** The tenant's own fields. */
export function fieldsQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.contacts.fields,
    queryFn: ({ signal }) => api.call('contactFields.list', { signal }),
  })
}
