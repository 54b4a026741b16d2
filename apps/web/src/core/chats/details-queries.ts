import type { ChatId, MemberId, MessageId } from '@partyline/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../platform/api.ts'
import { queryKeys } from '../../platform/query-keys.ts'

/** The chats that a contact is in, also those that are done or snoozed, and then those that were deleted. */
export function otherChatsQuery(api: Api, memberId: MemberId) {
  return queryOptions({
    queryKey: queryKeys.chats.withMember(memberId),
    queryFn: async ({ signal }) => {
      const find = (enabled: boolean) =>
        api.call('chats.search', { body: { mode: 'all', memberId, enabled, limit: OTHER_CHATS }, signal })
      return (await Promise.all([find(true), find(false)])).flat()
    },
  })
}

const OTHER_CHATS = 20

/** The files of a chat by pages. `newest`: the newest message with files, after which they are fetched again. */
export function chatFilesQuery(api: Api, chatId: ChatId, newest: MessageId | null) {
  return infiniteQueryOptions({
    queryKey: queryKeys.chatFiles(chatId, newest),
    initialPageParam: null as string | null,
    getNextPageParam: (last: { next: string | null }) => last.next,
    queryFn: async ({ pageParam: before, signal }) => {
      const query = before === null ? {} : { before: before as MessageId }
      const { data, headers } = await api.answer('messages.files', { params: { chatId }, query, signal })
      return { files: data, next: headers.get('X-Next-Cursor') }
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
}
