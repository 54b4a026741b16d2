import type { ChatId, ChatListItem, ChatListMode } from '@partyline/contract'
import { PACE } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { ChatRegular } from '@fluentui/react-icons/svg/chat'
import { ComposeRegular } from '@fluentui/react-icons/svg/compose'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { Ref, RefObject } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useApi, usePlatform } from '../../platform/platform-context.tsx'
import { SetupHint } from '../../setup/index.ts'
import { EmptyState, useFrameWidth } from '../../ui/index.ts'
import { chatListQuery } from '../../core/chats/chat-queries.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { useChatClient } from '../chat-client-context.ts'
import { ChatItems } from './chat-items.tsx'
import type { ListEnd } from './chat-items.tsx'
import { ChatListSkeleton } from './chat-list-skeleton.tsx'
import { useChatListStyles } from './chat-list.styles.ts'
import { itemsOf } from '../../core/chats/list-pages.ts'
import type { ListPages } from '../../core/chats/list-pages.ts'
import { ModeTabs, tabId } from './mode-tabs.tsx'
import { SearchBox } from './search-box.tsx'
import { UnclaimedChats, useUnclaimedChats } from './unclaimed-chats.tsx'
import { useListWalk } from './list-walk.ts'
import { useFocusWithin } from '../search/use-focus-within.ts'
import { useSearch } from '../search/use-search.ts'
import type { SearchFilters } from '../../core/chats/search-filters.ts'
import { optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { useDebounced } from '../../platform/use-debounced.ts'

const SearchResults = lazyComponent(
  optionalChunk(async () => (await import('../search/search-results.tsx')).SearchResults),
)
const MessageResults = lazyComponent(
  optionalChunk(async () => (await import('../search/message-results.tsx')).MessageResults),
)
const FilterRow = lazyComponent(optionalChunk(async () => (await import('../search/filter-row.tsx')).FilterRow))
const MoreButton = lazyComponent(optionalChunk(async () => (await import('./more-button.tsx')).MoreButton))

/** The parts of the list that shortcuts use. */
export type ChatListHandle = {
  focusSearch: () => void
  /** The chat this many positions below the opened one; null if there is none. */
  neighbor: (offset: number) => ChatId | null
}

type Props = {
  openedId: ChatId | null
  onNewChat: () => void
  /** Called when the opened chat is selected again. */
  onOpenAgain: () => void
  ref?: Ref<ChatListHandle>
}

/** The chat list: my chats or all of the team's, with a search. */
export function ChatList({ openedId, onNewChat, onOpenAgain, ref }: Props) {
  const styles = useChatListStyles()
  const [mode, setMode] = useState<ChatListMode>('my')
  const [search, setSearch] = useState('')
  // Clearing the search applies immediately.
  const term = useDebounced(search.trim(), search.trim() === '' ? 0 : PACE.searchDebounceMs)
  const { me } = useChatClient()
  const list = useInfiniteQuery(chatListQuery(useApi(), { mode, term: '' }))
  const [filters, setFilters] = useState<SearchFilters | null>(null)
  const ofMessages = filters?.messages ?? null
  const isSearch = term !== '' || filters !== null
  const results = useSearch({
    mode,
    term: ofMessages ? '' : term,
    filters: ofMessages ? undefined : filters?.chats,
  })
  const [isMessagesBusy, setIsMessagesBusy] = useState(false)
  const isBusy = search.trim() !== term || (isSearch && (ofMessages ? isMessagesBusy : results.isBusy))
  const region = useFocusWithin()
  const field = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const toResults = useFocusResults(body, { search, isBusy })
  const shownRef = useRef<readonly ChatListItem[]>([])
  useImperativeHandle(
    ref,
    () => ({
      focusSearch: () => field.current?.focus(),
      neighbor(offset) {
        const at = shownRef.current.findIndex(({ id }) => id === openedId)
        // If none is open, both directions start at the first one.
        return shownRef.current[at < 0 ? 0 : at + offset]?.id ?? null
      },
    }),
    [openedId],
  )
  const { surface } = usePlatform()
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.title}>{CHAT_TEXTS.list}</h1>
        <Button
          appearance="subtle"
          icon={<ComposeRegular />}
          aria-label={CHAT_TEXTS.newChat}
          title={CHAT_TEXTS.newChat}
          onClick={onNewChat}
        />
        {surface === 'teams' && (
          <Suspense fallback={null}>
            <MoreButton />
          </Suspense>
        )}
      </div>
      <div className={styles.search} {...region.handlers}>
        <SearchBox
          value={search}
          busy={isBusy}
          onChange={setSearch}
          onClear={filters && (() => setFilters(null))}
          onLeave={toResults}
          field={field}
        />
        {(region.isFocused || search !== '' || isSearch) && (
          <Suspense fallback={null}>
            <FilterRow filters={filters} onChange={setFilters} onLeave={() => field.current?.focus()} />
          </Suspense>
        )}
      </div>
      <UnclaimedChats openedId={openedId} me={me} onOpenAgain={onOpenAgain} />
      <ModeTabs mode={mode} panelId="chat-list" onChange={setMode} />
      <div ref={body} id="chat-list" className={styles.body} role="tabpanel" aria-labelledby={tabId(mode)}>
        {ofMessages ? (
          <Suspense fallback={<ChatListSkeleton />}>
            <MessageResults
              mode={mode}
              term={term}
              filters={ofMessages}
              onBusy={setIsMessagesBusy}
              onLeave={() => field.current?.focus()}
              onSearchAll={() => setMode('all')}
            />
          </Suspense>
        ) : isSearch && results.isReady ? (
          <Suspense fallback={<ChatListSkeleton />}>
            <SearchResults
              key={JSON.stringify([mode, term, filters?.chats])}
              search={{ mode, term, filters: filters?.chats }}
              people={results.people}
              messages={results.messages}
              shownRef={shownRef}
              openedId={openedId}
              me={me}
              onOpenAgain={onOpenAgain}
              onLeave={() => field.current?.focus()}
              onSearchAll={() => setMode('all')}
            />
          </Suspense>
        ) : (
          <ListOf
            mode={mode}
            list={list}
            openedId={openedId}
            shownRef={shownRef}
            onNewChat={onNewChat}
            onOpenAgain={onOpenAgain}
          />
        )}
      </div>
    </>
  )
}

/** Moves the focus from the search box to the first result, once the results are there. */
function useFocusResults(
  body: RefObject<HTMLElement | null>,
  { search, isBusy }: { search: string; isBusy: boolean },
): () => void {
  /** The search whose first result will get the focus. */
  const wanted = useRef<string | null>(null)
  const focusFirst = () => body.current?.querySelector<HTMLElement>('a[tabindex="0"]')?.focus()
  const onReady = useEffectEvent(() => {
    if (wanted.current === search) focusFirst()
    wanted.current = null
  })
  useEffect(() => {
    if (!isBusy) onReady()
  }, [isBusy])
  return () => {
    if (isBusy) wanted.current = search
    else focusFirst()
  }
}

type ListOfProps = {
  mode: ChatListMode
  list: UseInfiniteQueryResult<ListPages>
  /** Set to the chats on screen. */
  shownRef: RefObject<readonly ChatListItem[]>
  openedId: ChatId | null
  onNewChat: () => void
  onOpenAgain: () => void
}

/** Unclaimed chats are in a group of their own. */
const isClaimed = ({ unclaimedCount }: ChatListItem) => unclaimedCount === 0

function ListOf({ mode, list, shownRef, openedId, onNewChat, onOpenAgain }: ListOfProps) {
  const { me } = useChatClient()
  const held = useMemo(() => (list.data ? itemsOf(list.data).filter(isClaimed) : null), [list.data])
  const query = useMemo(() => ({ mode, term: '' }), [mode])
  const items = useListWalk({ items: held, openedId, query })

  const unclaimed = useUnclaimedChats()
  const { hasNextPage, fetchNextPage } = list

  useEffect(() => {
    shownRef.current = [...unclaimed, ...(items ?? [])]
  }, [shownRef, unclaimed, items])

  // A page can consist of unclaimed chats alone.
  const hasOnlyUnclaimed = items?.length === 0 && hasNextPage
  useEffect(() => {
    if (hasOnlyUnclaimed) void fetchNextPage()
  }, [hasOnlyUnclaimed, fetchNextPage])

  if (items === null || hasOnlyUnclaimed) {
    if (!list.isError) return <ChatListSkeleton />
    return (
      <EmptyState
        icon={<ErrorCircleRegular />}
        title={CHAT_TEXTS.listFailed}
        text={errorText(list.error)}
        action={{ label: CHAT_TEXTS.retry, onClick: () => void list.refetch() }}
      />
    )
  }
  if (items.length === 0) {
    return <NoChats mode={mode} hasUnclaimed={unclaimed.length > 0} onNewChat={onNewChat} />
  }
  const end: ListEnd = {
    state: endState(list),
    load: () => void list.fetchNextPage(),
  }
  return <ChatItems key={mode} items={items} me={me} term="" openedId={openedId} end={end} onOpenAgain={onOpenAgain} />
}

type Paging = { isFetchingNextPage: boolean; isFetchNextPageError: boolean; hasNextPage: boolean }

function endState(paging: Paging): ListEnd['state'] {
  if (paging.isFetchingNextPage) return 'loading'
  if (paging.isFetchNextPageError) return 'failed'
  return paging.hasNextPage ? 'more' : 'end'
}

type NoChatsProps = { mode: ChatListMode; hasUnclaimed: boolean; onNewChat: () => void }

function NoChats({ mode, hasUnclaimed, onNewChat }: NoChatsProps) {
  const onePane = useFrameWidth() === 'one'
  const mine = mode === 'my'
  const empty = (
    <EmptyState
      icon={<ChatRegular />}
      title={hasUnclaimed ? CHAT_TEXTS.noOtherChats : mine ? CHAT_TEXTS.noChatsMy : CHAT_TEXTS.noChatsAll}
      text={mine ? CHAT_TEXTS.noChatsMyHint : CHAT_TEXTS.noChatsAllHint}
      {...(onePane && { action: { label: CHAT_TEXTS.newChat, onClick: onNewChat, primary: true } })}
    />
  )
  // With a middle pane, the first steps are there.
  if (!onePane) return empty
  return (
    <Suspense fallback={null}>
      <SetupHint>{empty}</SetupHint>
    </Suspense>
  )
}
