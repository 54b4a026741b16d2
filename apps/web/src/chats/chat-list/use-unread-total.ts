import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/platform-context.tsx'
import { chatListQuery, unreadTotalQuery } from '../chat-queries.ts'
import { unreadIn } from './list-pages.ts'

/** How many messages wait for this person: as the list says, and the server where the list does not hold them all. */
export function useUnreadTotal(): ReturnType<typeof unreadIn> {
  const api = useApi()
  const { data: held = { count: 0, isAll: true } } = useInfiniteQuery({
    ...chatListQuery(api, { mode: 'my', term: '' }),
    select: unreadIn,
  })
  const { data: count } = useQuery({ ...unreadTotalQuery(api), enabled: !held.isAll })
  return held.isAll || count === undefined ? held : { count, isAll: true }
}
