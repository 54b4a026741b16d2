import type { ChatId, ChatListItem, MemberId } from '@partyline/contract'
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down'
import { ChevronUpRegular } from '@fluentui/react-icons/svg/chevron-up'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { SearchRegular } from '@fluentui/react-icons/svg/search'
import { useEffect, useMemo, useState } from 'react'
import type { RefObject } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { EmptyState, VisuallyHidden } from '../../ui/index.ts'
import type { NoteFilters } from '../../core/chats/search-filters.ts'
import { ChatListSkeleton } from '../chat-list/chat-list-skeleton.tsx'
import { FoundItem } from './found-item.tsx'
import { itemsOf } from '../../core/chats/list-pages.ts'
import { useListWalk } from '../chat-list/list-walk.ts'
import { ChatHits } from './chat-hits.tsx'
import { ResultGroup } from './result-group.tsx'
import { NoteHits } from './note-hits.tsx'
import { SearchEnd } from './search-end.tsx'
import { useResultsStyles } from './search-results.styles.ts'
import { markScrolled } from '../chat-list/scroll-divider.ts'
import { SEARCH_TEXTS } from './search-texts.ts'
import { useResultKeys } from './use-result-keys.ts'
import { noteRow, useFoundNotes } from './use-found-notes.ts'
import { useReportReady } from './use-search.ts'
import type { FoundChats, Search } from './use-search.ts'

/** More people than this are collapsed, so that the messages stay reachable. */
const MAX_COLLAPSED = 5

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalXXS },
  item: { flexGrow: 1, minWidth: 0 },
  expand: { flexShrink: 0 },
})

type Props = {
  search: Search
  people: FoundChats
  messages: FoundChats
  /** Null if no note can be found. */
  noteFilters: NoteFilters | null
  /** Set to the chats on screen. */
  shownRef: RefObject<readonly ChatListItem[]>
  openedId: ChatId | null
  me: MemberId
  onReady: (isReady: boolean) => void
  onOpenAgain: () => void
  /** Returns the focus to the search box. */
  onLeave: () => void
  onSearchAll: () => void
}

/** Search results: people and chats by name, chats by their messages, then notes. */
export function SearchResults(props: Props) {
  const { search, people, messages, noteFilters, shownRef, openedId, me } = props
  const { onReady, onOpenAgain, onLeave, onSearchAll } = props
  const styles = { ...useResultsStyles(), ...useStyles() }
  const [showsAll, setShowsAll] = useState(false)
  const [expanded, setExpanded] = useState<ReadonlySet<ChatId>>(new Set())
  const named = useShown(people, { search, openedId })
  const withHits = useShown(messages, { search, openedId })
  useEffect(() => {
    shownRef.current = [...new Map([...named, ...withHits].map((chat) => [chat.id, chat])).values()]
  }, [shownRef, named, withHits])
  const shown = showsAll || search.term === '' ? named : named.slice(0, MAX_COLLAPSED)
  const { found: foundNotes, notes, ...ofNotes } = useFoundNotes(search.term, noteFilters)
  const rows = [
    ...shown.map((chat) => rowOf('people', chat)),
    ...withHits.map((chat) => rowOf('messages', chat)),
    ...notes.map(noteRow),
  ]
  const keys = useResultKeys(rows, { isExpanded: expanded.size > 0, onLeave })
  const isEmpty = named.length + withHits.length + notes.length === 0
  const isAll = !people.hasNextPage && !messages.hasNextPage && !foundNotes.hasNextPage
  const failed = people.error ?? messages.error ?? foundNotes.error
  const retry = () => {
    for (const part of [people, messages, ...(ofNotes.isSearched ? [foundNotes] : [])]) void part.refetch()
  }
  useReportReady(onReady, !people.isPlaceholderData && !messages.isPlaceholderData && ofNotes.isReady)

  if (isEmpty && !ofNotes.isReady) return <ChatListSkeleton />
  if (isEmpty && people.isError && messages.isError) {
    return (
      <EmptyState
        icon={<ErrorCircleRegular />}
        title={SEARCH_TEXTS.failed}
        text={errorText(failed)}
        action={{ label: SEARCH_TEXTS.retry, onClick: retry }}
      />
    )
  }
  if (isEmpty && isAll && !failed) {
    return (
      <EmptyState
        icon={<SearchRegular />}
        title={SEARCH_TEXTS.none}
        text={search.searchFilters ? SEARCH_TEXTS.noneFilteredHint : SEARCH_TEXTS.noneHint(search.term)}
        {...(search.mode === 'my' && { action: { label: SEARCH_TEXTS.searchAll, onClick: onSearchAll } })}
      />
    )
  }

  const item = (group: Group, chat: ChatListItem) => (
    <FoundItem
      item={chat}
      me={me}
      term={search.term}
      isOpened={chat.id === openedId}
      isStop={rowOf(group, chat) === keys.stop}
      onOpen={chat.id === openedId ? onOpenAgain : undefined}
      rowId={rowOf(group, chat)}
    />
  )

  function toggle(chatId: ChatId) {
    const next = new Set(expanded)
    if (!next.delete(chatId)) next.add(chatId)
    setExpanded(next)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the links inside
    <div className={styles.results} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus} onScroll={markScrolled}>
      <output>
        <VisuallyHidden>
          {search.term === ''
            ? SEARCH_TEXTS.foundChats(named.length, isAll)
            : SEARCH_TEXTS.found(named.length, withHits.length, ofNotes.isSearched ? notes.length : null, isAll)}
        </VisuallyHidden>
      </output>
      <ResultGroup
        title={search.term === '' ? SEARCH_TEXTS.chats : SEARCH_TEXTS.people}
        found={people}
        isEmpty={named.length === 0}
      >
        <ul className={styles.list}>
          {shown.map((chat) => (
            <li key={chat.id}>{item('people', chat)}</li>
          ))}
        </ul>
        {shown.length < named.length ? (
          <Button appearance="transparent" size="small" onClick={() => setShowsAll(true)}>
            {SEARCH_TEXTS.showAll(people.hasNextPage ? `${named.length}+` : String(named.length))}
          </Button>
        ) : (
          <SearchEnd found={people} />
        )}
      </ResultGroup>
      <ResultGroup title={SEARCH_TEXTS.messages} found={messages} isEmpty={withHits.length === 0}>
        <ul className={styles.list}>
          {withHits.map((chat) => (
            <li key={chat.id}>
              <div className={styles.row}>
                <div className={styles.item}>{item('messages', chat)}</div>
                <Button
                  className={styles.expand}
                  appearance="subtle"
                  size="small"
                  icon={expanded.has(chat.id) ? <ChevronUpRegular /> : <ChevronDownRegular />}
                  aria-label={SEARCH_TEXTS.moreInChat}
                  aria-expanded={expanded.has(chat.id)}
                  onClick={() => toggle(chat.id)}
                />
              </div>
              {expanded.has(chat.id) && <ChatHits item={chat} term={search.term} stop={keys.stop} />}
            </li>
          ))}
        </ul>
        <SearchEnd found={messages} />
      </ResultGroup>
      <ResultGroup title={SEARCH_TEXTS.notes} found={foundNotes} isEmpty={notes.length === 0}>
        <NoteHits notes={notes} term={search.term} stop={keys.stop} />
        <SearchEnd found={foundNotes} />
      </ResultGroup>
    </div>
  )
}

type Group = 'people' | 'messages'

const rowOf = (group: Group, { id }: ChatListItem) => `${group}:${id}`

/** The results in list order, which stays stable while the person goes from one to the next. */
function useShown({ data }: FoundChats, { search, openedId }: Pick<Props, 'search' | 'openedId'>) {
  const items = useMemo(() => (data ? itemsOf(data) : NONE), [data])
  return useListWalk({ items, openedId, query: search }) ?? NONE
}

const NONE: readonly ChatListItem[] = []
