import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/platform-context.tsx'
import { chatListQuery } from '../chat-queries.ts'
import { unreadIn } from './list-pages.ts'

/** How many messages wait for this person, as far as the list is held. */
export function useUnreadTotal(): ReturnType<typeof unreadIn> {
  const { data = { count: 0, isAll: true } } = useInfiniteQuery({
    ...chatListQuery(useApi(), { mode: 'my', term: '' }),
    select: unreadIn,
  })
  return data
}
