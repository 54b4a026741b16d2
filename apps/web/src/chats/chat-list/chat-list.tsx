import type { Chat, ChatId, ChatListItem, ChatListMode } from '@partyline/contract'
import { PACE } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { ChatRegular } from '@fluentui/react-icons/svg/chat'
import { ComposeRegular } from '@fluentui/react-icons/svg/compose'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { SearchRegular } from '@fluentui/react-icons/svg/search'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { Ref, RefObject } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useApi, usePlatform } from '../../platform/platform-context.tsx'
import { SetupHint } from '../../settings/index.ts'
import { EmptyState, openModal, useFrameWidth, VisuallyHidden } from '../../ui/index.ts'
import { newChatModal } from '../chat-modals.ts'
import { chatListQuery } from '../chat-queries.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { useChats } from '../chats-context.tsx'
import { ChatItems } from './chat-items.tsx'
import type { ListEnd } from './chat-items.tsx'
import { ChatListSkeleton } from './chat-list-skeleton.tsx'
import { useChatListStyles } from './chat-list.styles.ts'
import { itemsOf } from './list-pages.ts'
import type { ListQuery } from './list-pages.ts'
import { ModeTabs, tabId } from './mode-tabs.tsx'
import { SearchBox } from './search-box.tsx'
import { useListWalk } from './use-list-walk.ts'
import { useDebounced } from '../../platform/use-debounced.ts'

const MoreButton = lazy(async () => ({ default: (await import('./more-button.tsx')).MoreButton }))

/** What keys from elsewhere on the screen ask of the list. */
export type ChatListHandle = {
  focusSearch: () => void
  /** The chat that stands so many places below the opened one; null where there is none. */
  neighbour: (places: number) => ChatId | null
}

type Props = {
  openedId: ChatId | null
  onCreated: (chat: Chat) => void
  /** The opened chat was chosen once more. */
  onOpenAgain: () => void
  ref?: Ref<ChatListHandle>
}

/** Whom one can talk to: my chats or all of the team's, with a search. */
export function ChatList({ openedId, onCreated, onOpenAgain, ref }: Props) {
  const styles = useChatListStyles()
  const [mode, setMode] = useState<ChatListMode>('my')
  const [search, setSearch] = useState('')
  // A cleared box shows everything at once.
  const term = useDebounced(search.trim(), search.trim() === '' ? 0 : PACE.searchDebounceMs)
  const found = useFound({ mode, term })
  const field = useRef<HTMLInputElement>(null)
  const shownRef = useRef<readonly ChatListItem[]>([])
  useImperativeHandle(
    ref,
    () => ({
      focusSearch: () => field.current?.focus(),
      neighbour(places) {
        const at = shownRef.current.findIndex(({ id }) => id === openedId)
        // With none opened, both directions begin at the first one.
        return shownRef.current[at < 0 ? 0 : at + places]?.id ?? null
      },
    }),
    [openedId],
  )
  const { surface } = usePlatform()
  const newChat = () => openModal(newChatModal, { onCreated })
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.title}>{CHAT_TEXTS.list}</h1>
        <Button
          appearance="subtle"
          icon={<ComposeRegular />}
          aria-label={CHAT_TEXTS.newChat}
          title={CHAT_TEXTS.newChat}
          onClick={newChat}
        />
        {surface === 'teams' && (
          <Suspense fallback={null}>
            <MoreButton />
          </Suspense>
        )}
      </div>
      <div className={styles.search}>
        <SearchBox
          value={search}
          busy={search.trim() !== term || found.isPlaceholderData}
          onChange={setSearch}
          field={field}
        />
      </div>
      <ModeTabs mode={mode} panelId="chat-list" onChange={setMode} />
      <div id="chat-list" className={styles.body} role="tabpanel" aria-labelledby={tabId(mode)}>
        <ListOf
          query={{ mode, term }}
          found={found}
          openedId={openedId}
          shownRef={shownRef}
          onNewChat={newChat}
          onOpenAgain={onOpenAgain}
          onSearchAll={() => setMode('all')}
        />
      </div>
    </>
  )
}

/** The chats that are asked for, page by page. */
function useFound(query: ListQuery) {
  return useInfiniteQuery({
    ...chatListQuery(useApi(), query),
    // While a search is under way the list stands as it was; another tab begins anew.
    placeholderData: (held, before) => ((before?.queryKey[2] as ListQuery)?.mode === query.mode ? held : undefined),
  })
}

type ListOfProps = {
  query: ListQuery
  found: ReturnType<typeof useFound>
  /** Where the list says what it shows. */
  shownRef: RefObject<readonly ChatListItem[]>
  openedId: ChatId | null
  onNewChat: () => void
  onOpenAgain: () => void
  onSearchAll: () => void
}

function ListOf({ query, found, shownRef, openedId, onNewChat, onOpenAgain, onSearchAll }: ListOfProps) {
  const { me } = useChats()
  const held = useMemo(() => (found.data ? itemsOf(found.data) : null), [found.data])
  const items = useListWalk({ items: held, openedId, query })

  useEffect(() => {
    shownRef.current = items ?? []
  }, [shownRef, items])

  if (items === null) {
    if (!found.isError) return <ChatListSkeleton />
    return (
      <EmptyState
        icon={<ErrorCircleRegular />}
        title={CHAT_TEXTS.listFailed}
        text={errorText(found.error)}
        action={{ label: CHAT_TEXTS.retry, onClick: () => void found.refetch() }}
      />
    )
  }
  if (items.length === 0) return <NoChats query={query} onNewChat={onNewChat} onSearchAll={onSearchAll} />
  const end: ListEnd = {
    state: endState(found),
    load: () => void found.fetchNextPage(),
  }
  return (
    <>
      {query.term !== '' && (
        <output>
          <VisuallyHidden>{CHAT_TEXTS.found(items.length, !found.hasNextPage)}</VisuallyHidden>
        </output>
      )}
      <ChatItems
        key={query.mode}
        items={items}
        me={me}
        term={query.term}
        openedId={openedId}
        end={end}
        onOpenAgain={onOpenAgain}
      />
    </>
  )
}

type Paging = { isFetchingNextPage: boolean; isFetchNextPageError: boolean; hasNextPage: boolean }

function endState(paging: Paging): ListEnd['state'] {
  if (paging.isFetchingNextPage) return 'loading'
  if (paging.isFetchNextPageError) return 'failed'
  return paging.hasNextPage ? 'more' : 'end'
}

type NoChatsProps = { query: ListQuery; onNewChat: () => void; onSearchAll: () => void }

function NoChats({ query, onNewChat, onSearchAll }: NoChatsProps) {
  const onePane = useFrameWidth() === 'one'
  if (query.term !== '') {
    return (
      <EmptyState
        icon={<SearchRegular />}
        title={CHAT_TEXTS.noMatch}
        text={CHAT_TEXTS.noMatchHint(query.term)}
        {...(query.mode === 'my' && { action: { label: CHAT_TEXTS.searchAll, onClick: onSearchAll } })}
      />
    )
  }
  const mine = query.mode === 'my'
  const empty = (
    <EmptyState
      icon={<ChatRegular />}
      title={mine ? CHAT_TEXTS.noChatsMy : CHAT_TEXTS.noChatsAll}
      text={mine ? CHAT_TEXTS.noChatsMyHint : CHAT_TEXTS.noChatsAllHint}
      {...(onePane && { action: { label: CHAT_TEXTS.newChat, onClick: onNewChat, primary: true } })}
    />
  )
  // Where there is room for the middle pane, the start stands there.
  if (!onePane) return empty
  return (
    <Suspense fallback={null}>
      <SetupHint>{empty}</SetupHint>
    </Suspense>
  )
}
