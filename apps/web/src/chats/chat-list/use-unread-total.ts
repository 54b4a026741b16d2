import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/platform-context.tsx'
import { chatListQuery, unclaimedQuery, unreadTotalQuery } from '../chat-queries.ts'
import { unclaimedIn, unreadIn } from './list-pages.ts'

const NONE = { count: 0, isAll: true }

/** How many messages wait for this person, in their own chats and in unclaimed ones. */
export function useUnreadTotal(): ReturnType<typeof unreadIn> {
  const mine = useOwnUnread()
  const { data: unclaimed = NONE } = useInfiniteQuery({ ...unclaimedQuery(useApi()), select: unclaimedIn })
  return { count: mine.count + unclaimed.count, isAll: mine.isAll && unclaimed.isAll }
}

/** As the list says, and as the server counts where the list does not hold all unread chats. */
function useOwnUnread(): ReturnType<typeof unreadIn> {
  const api = useApi()
  const { data: held = NONE } = useInfiniteQuery({
    ...chatListQuery(api, { mode: 'my', term: '' }),
    select: unreadIn,
  })
  const { data: count } = useQuery({ ...unreadTotalQuery(api), enabled: !held.isAll })
  return held.isAll || count === undefined ? held : { count, isAll: true }
}
