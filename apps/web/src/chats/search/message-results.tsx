import type { ChatListMode } from '@partyline/contract'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { SearchRegular } from '@fluentui/react-icons/svg/search'
import { useInfiniteQuery } from '@tanstack/react-query'
import { foundMessagesQuery } from '../../core/chats/message-queries.ts'
import type { MessageFilters, NoteFilters } from '../../core/chats/search-filters.ts'
import { errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { EmptyState, VisuallyHidden } from '../../ui/index.ts'
import { ChatListSkeleton } from '../chat-list/chat-list-skeleton.tsx'
import { Hit } from './chat-hits.tsx'
import { NoteHits } from './note-hits.tsx'
import { ResultGroup } from './result-group.tsx'
import { SearchEnd } from './search-end.tsx'
import { useResultsStyles } from './search-results.styles.ts'
import { markScrolled } from '../chat-list/scroll-divider.ts'
import { SEARCH_TEXTS } from './search-texts.ts'
import { useResultKeys } from './use-result-keys.ts'
import { noteRow, useFoundNotes } from './use-found-notes.ts'
import { useReportReady } from './use-search.ts'

type Props = {
  mode: ChatListMode
  term: string
  filters: MessageFilters
  /** Null if no note can be found. */
  noteFilters: NoteFilters | null
  onReady: (isReady: boolean) => void
  onLeave: () => void
  onSearchAll: () => void
}

/** The messages and notes that pass the filters, newest first. */
export function MessageResults({ mode, term, filters, noteFilters, onReady, onLeave, onSearchAll }: Props) {
  const styles = useResultsStyles()
  const found = useInfiniteQuery({
    ...foundMessagesQuery(useApi(), { ...filters, mode, term }),
    placeholderData: (before) => before,
  })
  const { data, isPending, isError, error, hasNextPage, isPlaceholderData, refetch } = found
  const hits = data?.pages.flatMap((page) => page.hits) ?? []
  const { found: foundNotes, notes, ...ofNotes } = useFoundNotes(term, noteFilters)
  const keys = useResultKeys([...hits.map(({ messageId }) => messageId), ...notes.map(noteRow)], {
    isExpanded: false,
    onLeave,
  })
  const isEmpty = hits.length + notes.length === 0
  const isAll = !hasNextPage && !foundNotes.hasNextPage

  useReportReady(onReady, !isPending && !isPlaceholderData && ofNotes.isReady)

  if (isPending || (isEmpty && !ofNotes.isReady)) return <ChatListSkeleton />
  if (isError && isEmpty) {
    return (
      <EmptyState
        icon={<ErrorCircleRegular />}
        title={SEARCH_TEXTS.failed}
        text={errorText(error)}
        action={{
          label: SEARCH_TEXTS.retry,
          onClick() {
            void refetch()
            if (ofNotes.isSearched) void foundNotes.refetch()
          },
        }}
      />
    )
  }
  if (isEmpty && isAll && !foundNotes.isError) {
    return (
      <EmptyState
        icon={<SearchRegular />}
        title={SEARCH_TEXTS.none}
        text={SEARCH_TEXTS.noneFilteredHint}
        {...(mode === 'my' && { action: { label: SEARCH_TEXTS.searchAll, onClick: onSearchAll } })}
      />
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the links inside
    <div className={styles.results} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus} onScroll={markScrolled}>
      <output>
        <VisuallyHidden>
          {SEARCH_TEXTS.foundMessages(hits.length, ofNotes.isSearched ? notes.length : null, isAll)}
        </VisuallyHidden>
      </output>
      <ResultGroup title={SEARCH_TEXTS.messages} found={found} isEmpty={hits.length === 0}>
        <ul className={styles.list}>
          {hits.map((hit) => (
            <li key={hit.messageId}>
              <Hit hit={hit} title={hit.chatName} term={term} isStop={hit.messageId === keys.stop} />
            </li>
          ))}
        </ul>
        <SearchEnd found={found} />
      </ResultGroup>
      <ResultGroup title={SEARCH_TEXTS.notes} found={foundNotes} isEmpty={notes.length === 0}>
        <NoteHits notes={notes} term={term} stop={keys.stop} />
        <SearchEnd found={foundNotes} />
      </ResultGroup>
    </div>
  )
}
