import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { canNotify } from '../../notifications/index.ts'
import { optionalChunk } from '../../platform/chunks.ts'
import { useOpenedChat, usePath } from '../../platform/navigation.tsx'
import { TitlePrefix } from '../../platform/page-title.tsx'
import { usePlatform, useApi } from '../../platform/platform-context.tsx'
import { useChatInView } from '../opened/use-in-front.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { chatListQuery, mentionedQuery, unclaimedQuery, unreadTotalQuery } from '../../core/chats/chat-queries.ts'
import { mentionedIn, unclaimedIn, unreadIn } from '../../core/chats/list-pages.ts'
import type { ChatTotal } from '../../core/chats/list-pages.ts'

const Notices = lazyComponent(optionalChunk(async () => (await import('./notices.tsx')).Notices, { soon: true }))
const UnreadIcons = lazyComponent(
  optionalChunk(async () => (await import('./unread-icons.tsx')).UnreadIcons, { soon: true }),
)

/** Shows unread chats on every screen: in the title, on the icons, and as notifications. */
export function UnreadIndicators({ children }: { children: ReactNode }) {
  const { surface } = usePlatform()
  const { count, isAll } = useUnreadTotal()
  const [chatId, open] = useOpenedChat()
  const inView = useChatInView()
  const isChatScreen = usePath() === '/'
  return (
    <TitlePrefix value={count > 0 ? `(${count}${isAll ? '' : '+'}) ` : ''}>
      <Suspense fallback={null}>
        <UnreadIcons count={count} />
        {canNotify(surface) && <Notices seen={inView && isChatScreen ? chatId : null} onOpen={open} />}
      </Suspense>
      {children}
    </TitlePrefix>
  )
}

const NONE = { count: 0, isAll: true }

/** How many chats have a count in the list: own ones that this person has not read, unclaimed ones, and those with mentions. */
function useUnreadTotal(): ChatTotal {
  const mine = useOwnUnread()
  const { data: mentioned = NONE } = useMentioned()
  const { data: unclaimed = NONE } = useInfiniteQuery({ ...unclaimedQuery(useApi()), select: unclaimedIn })
  const parts = [mine, unclaimed, mentioned]
  return { count: parts.reduce((sum, { count }) => sum + count, 0), isAll: parts.every(({ isAll }) => isAll) }
}

/** After the list, like the group above it. */
function useMentioned() {
  const api = useApi()
  const { isPending } = useInfiniteQuery(chatListQuery(api, { mode: 'my', term: '' }))
  return useInfiniteQuery({ ...mentionedQuery(api), enabled: !isPending, select: mentionedIn })
}

/** From the list, or from the server if not all unread chats are loaded. */
function useOwnUnread(): ChatTotal {
  const api = useApi()
  const { data: loaded = NONE } = useInfiniteQuery({
    ...chatListQuery(api, { mode: 'my', term: '' }),
    select: unreadIn,
  })
  const { data: count } = useQuery({ ...unreadTotalQuery(api), enabled: !loaded.isAll })
  return loaded.isAll || count === undefined ? loaded : { count, isAll: true }
}
