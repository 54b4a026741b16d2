import type { ChatId, ChatListItem, ChatListMode } from '@partyline/contract'
import { PACE } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { ComposeRegular } from '@fluentui/react-icons/svg/compose'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { Ref, RefObject } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useKeptQuery } from '../../platform/navigation.tsx'
import { useApi, usePlatform } from '../../platform/platform-context.tsx'
import { useEndOfToday } from '../../platform/use-end-of-today.ts'
import { KEYS } from '../../shortcuts/index.ts'
import { EmptyState } from '../../ui/index.ts'
import { chatListQuery } from '../../core/chats/chat-queries.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { useChatClient } from '../chat-client-context.ts'
import { ChatItems } from './chat-items.tsx'
import type { ListEnd } from './chat-items.tsx'
import { ChatListSkeleton } from './chat-list-skeleton.tsx'
import { useChatListStyles } from './chat-list.styles.ts'
import { itemsOf } from '../../core/chats/list-pages.ts'
import type { ListPages } from '../../core/chats/list-pages.ts'
import { isFiltered, listOrderOf, listQueryOf, writeListView } from '../../core/chats/list-view.ts'
import { FilterButton, loadFilterChips } from './filter-button.tsx'
import { useListSettings } from './list-settings.ts'
import { ModeTabs, tabId } from './mode-tabs.tsx'
import { createSelection, isActive } from '../selection/selection.ts'
import type { BulkAction } from '../selection/selection.ts'
import { SelectionContext, useSelection } from '../selection/selection-context.ts'
import { SelectionPlace } from '../selection/selection-place.tsx'
import { NewChatRows } from '../new-chat/new-chat-rows.tsx'
import { loadNewChat } from '../new-chat/new-chat-chunk.ts'
import { SearchBox } from './search-box.tsx'
import { ChatGroupsAbove, isOfMentions, useChatGroups, withoutGroups } from './chat-groups.tsx'
import type { ChatGroups } from './chat-groups.tsx'
import { useKeptMention } from './kept-mention.ts'
import { useIsLayoutKnown } from './use-is-layout-known.ts'
import { useListWalk } from './list-walk.ts'
import { useSteadyRows } from './steady-rows.ts'
import { useFocusWithin } from '../search/use-focus-within.ts'
import { useSearch } from '../search/use-search.ts'
import { readSearchText } from '../../core/chats/search-text.ts'
import type { NoteFilters, SearchFilters } from '../../core/chats/search-filters.ts'
import { loadOnApproach, optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import type { ChatListQuery } from '../../platform/query-keys.ts'
import { useDebounced } from '../../platform/use-debounced.ts'

const SearchResults = lazyComponent(
  optionalChunk(async () => (await import('../search/search-results.tsx')).SearchResults),
)
const MessageResults = lazyComponent(
  optionalChunk(async () => (await import('../search/message-results.tsx')).MessageResults),
)
const NoteResults = lazyComponent(optionalChunk(async () => (await import('../search/note-results.tsx')).NoteResults))
const SearchFilterRow = lazyComponent(
  optionalChunk(async () => (await import('../search/search-filter-row.tsx')).SearchFilterRow),
)
const MoreButton = lazyComponent(optionalChunk(async () => (await import('./more-button.tsx')).MoreButton))
const NoChats = lazyComponent(optionalChunk(async () => (await import('./no-chats.tsx')).NoChats))
const FilterChips = lazyComponent(loadFilterChips)

/** The parts of the list that shortcuts use. */
export type ChatListHandle = {
  focusSearch: () => void
  /** The chat this many positions below the opened one; null if there is none. */
  neighbor: (offset: number) => ChatId | null
  /** Selects or clears the chat of a row, where chats can be selected. */
  toggleSelected: (row: HTMLElement) => void
  /** Acts on the selected chats. False: none are. */
  actOnSelected: (action: BulkAction) => boolean
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
  const [{ view }, change] = useListSettings()
  const { mode } = view
  const setMode = (next: ChatListMode) => change({ view: { ...view, mode: next } })
  useKeptQuery(useCallback((current) => writeListView(view, current), [view]))
  const [search, setSearch] = useState('')
  // Clearing the search applies immediately.
  const settled = useDebounced(search.trim(), search.trim() === '' ? 0 : PACE.searchDebounceMs)
  const { me } = useChatClient()
  const endOfToday = useEndOfToday()
  const query = useMemo(() => listQueryOf(view, endOfToday), [view, endOfToday])
  const list = useInfiniteQuery(chatListQuery(useApi(), query))
  const groups = useChatGroups({ query, list, openedId })
  const [searchFilters, setSearchFilters] = useState<SearchFilters | null>(null)
  const { term, inNotes } = readSearchText(settled)
  const isInNotes = inNotes || (searchFilters?.chosen.inNotes ?? false)
  const noteFilters = searchFilters ? searchFilters.notes : NO_FILTERS
  const ofMessages = isInNotes ? null : (searchFilters?.messages ?? null)
  const isSearch = settled !== '' || searchFilters !== null
  const results = useSearch({
    mode,
    term: ofMessages || isInNotes ? '' : term,
    searchFilters: ofMessages || isInNotes ? undefined : searchFilters?.chats,
  })
  const [isReady, setIsReady] = useState(false)
  const isBusy = search.trim() !== settled || (isSearch && !isReady)
  const region = useFocusWithin()
  const field = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [selection] = useState(createSelection)
  // Rows show their checkboxes by it, without rendering again.
  useEffect(
    () => selection.subscribe(() => body.current?.toggleAttribute('data-selecting', isActive(selection))),
    [selection],
  )
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
      toggleSelected(row) {
        if (!isSearch && body.current?.contains(row)) selection.toggle(row.dataset.chat as ChatId)
      },
      actOnSelected(action) {
        if (selection.current().ids.size === 0) return false
        selection.request(action)
        return true
      },
    }),
    [openedId, selection, isSearch],
  )
  const { surface } = usePlatform()
  return (
    <>
      <SelectionPlace selection={selection} title={<h1 className={styles.title}>{CHAT_TEXTS.list}</h1>}>
        <FilterButton />
        <Button
          appearance="subtle"
          icon={<ComposeRegular />}
          aria-label={CHAT_TEXTS.newChat}
          aria-keyshortcuts={KEYS.newChat}
          onClick={onNewChat}
          {...loadOnApproach(loadNewChat)}
        />
        {surface === 'teams' && (
          <Suspense fallback={null}>
            <MoreButton />
          </Suspense>
        )}
      </SelectionPlace>
      <div className={styles.search} {...region.handlers}>
        <SearchBox
          value={search}
          busy={isBusy}
          onChange={setSearch}
          onClear={searchFilters && (() => setSearchFilters(null))}
          onLeave={toResults}
          field={field}
        />
        {(region.isFocused || search !== '' || isSearch) && (
          <Suspense fallback={null}>
            <SearchFilterRow
              filters={searchFilters}
              isInNotes={isInNotes}
              onLeaveNotes={() => setSearch(readSearchText(search).term)}
              onChange={setSearchFilters}
              onLeave={() => field.current?.focus()}
            />
          </Suspense>
        )}
      </div>
      {!isSearch && <ChatGroupsAbove groups={groups} openedId={openedId} me={me} onOpenAgain={onOpenAgain} />}
      <ModeTabs mode={mode} panelId="chat-list" onChange={setMode} />
      {/* The chips are above the rows, which therefore wait for them. */}
      <Suspense fallback={<ChatListSkeleton />}>
        {isFiltered(view) && !isSearch && <FilterChips />}
        <div ref={body} id="chat-list" className={styles.body} role="tabpanel" aria-labelledby={tabId(mode)}>
          {!isSearch && <NewChatRows openedId={openedId} />}
          {isInNotes ? (
            <Suspense fallback={<ChatListSkeleton />}>
              <NoteResults
                term={term}
                filters={noteFilters}
                onReady={setIsReady}
                onLeave={() => field.current?.focus()}
              />
            </Suspense>
          ) : ofMessages ? (
            <Suspense fallback={<ChatListSkeleton />}>
              <MessageResults
                mode={mode}
                term={term}
                filters={ofMessages}
                noteFilters={noteFilters}
                onReady={setIsReady}
                onLeave={() => field.current?.focus()}
                onSearchAll={() => setMode('all')}
              />
            </Suspense>
          ) : isSearch && results.isReady ? (
            <Suspense fallback={<ChatListSkeleton />}>
              <SearchResults
                key={JSON.stringify([mode, term, searchFilters?.chats])}
                search={{ mode, term, searchFilters: searchFilters?.chats }}
                people={results.people}
                messages={results.messages}
                noteFilters={term === '' ? null : noteFilters}
                shownRef={shownRef}
                openedId={openedId}
                me={me}
                onReady={setIsReady}
                onOpenAgain={onOpenAgain}
                onLeave={() => field.current?.focus()}
                onSearchAll={() => setMode('all')}
              />
            </Suspense>
          ) : (
            <SelectionContext value={selection}>
              <ListOf
                key={JSON.stringify(query)}
                query={query}
                list={list}
                groups={groups}
                openedId={openedId}
                shownRef={shownRef}
                onNewChat={onNewChat}
                onOpenAgain={onOpenAgain}
              />
            </SelectionContext>
          )}
        </div>
      </Suspense>
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
  query: ChatListQuery
  list: UseInfiniteQueryResult<ListPages>
  groups: ChatGroups
  /** Set to the chats on screen, in the order in which shortcuts go through them. */
  shownRef: RefObject<readonly ChatListItem[]>
  openedId: ChatId | null
  onNewChat: () => void
  onOpenAgain: () => void
}

const NONE: readonly ChatListItem[] = []
const NO_FILTERS: NoteFilters = {}

function ListOf({ query, list, groups, shownRef, openedId, onNewChat, onOpenAgain }: ListOfProps) {
  const { me } = useChatClient()
  const unclaimedOnly = query.mode === 'unclaimed'
  const listed = useMemo(() => {
    const items = list.data ? itemsOf(list.data) : null
    return unclaimedOnly || items === null ? items : withoutGroups(items, groups)
  }, [list.data, unclaimedOnly, groups])
  const isMentions = isOfMentions(query)
  const withKept = useKeptMention(isMentions && listed ? listed : NONE, openedId)
  const walk = useListWalk({ items: isMentions && listed ? withKept : listed, openedId, query })
  const { rows: items, handlers } = useSteadyRows(walk, listOrderOf(query))

  const { hasNextPage, fetchNextPage } = list

  useEffect(() => {
    shownRef.current = [...groups.mentions, ...groups.unclaimed, ...(walk ?? [])]
  }, [shownRef, groups, walk])

  const selection = useSelection()
  useEffect(() => () => selection?.clear(), [selection])
  useEffect(() => {
    if (items) selection?.keep(items.map(({ id }) => id))
  }, [selection, items])

  // A page can consist of chats of the groups alone.
  const hasOnlyGrouped = items?.length === 0 && hasNextPage
  useEffect(() => {
    if (hasOnlyGrouped) void fetchNextPage()
  }, [hasOnlyGrouped, fetchNextPage])

  const isLayoutKnown = useIsLayoutKnown()
  if (items === null || hasOnlyGrouped || !isLayoutKnown) {
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
    return (
      <Suspense fallback={null}>
        <NoChats hasGroup={groups.mentions.length + groups.unclaimed.length > 0} onNewChat={onNewChat} />
      </Suspense>
    )
  }
  const end: ListEnd = {
    state: endState(list),
    load: () => void list.fetchNextPage(),
  }
  return <ChatItems items={items} me={me} openedId={openedId} end={end} handlers={handlers} onOpenAgain={onOpenAgain} />
}

type Paging = { isFetchingNextPage: boolean; isFetchNextPageError: boolean; hasNextPage: boolean }

function endState(paging: Paging): ListEnd['state'] {
  if (paging.isFetchingNextPage) return 'loading'
  if (paging.isFetchNextPageError) return 'failed'
  return paging.hasNextPage ? 'more' : 'end'
}
