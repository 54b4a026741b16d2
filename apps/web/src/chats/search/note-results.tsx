import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { SearchRegular } from '@fluentui/react-icons/svg/search'
import type { NoteFilters } from '../../core/chats/search-filters.ts'
import { errorText } from '../../platform/api-error.ts'
import { EmptyState, VisuallyHidden } from '../../ui/index.ts'
import { ChatListSkeleton } from '../chat-list/chat-list-skeleton.tsx'
import { markScrolled } from '../chat-list/scroll-divider.ts'
import { NoteHits } from './note-hits.tsx'
import { ResultGroup } from './result-group.tsx'
import { SearchEnd } from './search-end.tsx'
import { useResultsStyles } from './search-results.styles.ts'
import { SEARCH_TEXTS } from './search-texts.ts'
import { noteRow, useFoundNotes } from './use-found-notes.ts'
import { useResultKeys } from './use-result-keys.ts'
import { useReportReady } from './use-search.ts'

type Props = {
  term: string
  /** Null if no note can be found. */
  filters: NoteFilters | null
  onReady: (isReady: boolean) => void
  onLeave: () => void
}

/** The notes of all chats that pass the filters, newest first. */
export function NoteResults({ term, filters, onReady, onLeave }: Props) {
  const styles = useResultsStyles()
  const { found, notes, isReady } = useFoundNotes(term, filters)
  const keys = useResultKeys(notes.map(noteRow), { isExpanded: false, onLeave })
  useReportReady(onReady, isReady)

  if (found.isLoading) return <ChatListSkeleton />
  if (found.isError && notes.length === 0) {
    return (
      <EmptyState
        icon={<ErrorCircleRegular />}
        title={SEARCH_TEXTS.failed}
        text={errorText(found.error)}
        action={{ label: SEARCH_TEXTS.retry, onClick: () => void found.refetch() }}
      />
    )
  }
  if (notes.length === 0 && !found.hasNextPage) {
    const isFiltered = filters === null || Object.keys(filters).length > 0
    return (
      <EmptyState
        icon={<SearchRegular />}
        title={SEARCH_TEXTS.none}
        text={isFiltered ? SEARCH_TEXTS.noneFilteredHint : SEARCH_TEXTS.noNotesHint(term)}
      />
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the links inside
    <div className={styles.results} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus} onScroll={markScrolled}>
      <output>
        <VisuallyHidden>{SEARCH_TEXTS.foundNotes(notes.length, !found.hasNextPage)}</VisuallyHidden>
      </output>
      <ResultGroup title={SEARCH_TEXTS.notes} found={found} isEmpty={notes.length === 0}>
        <NoteHits notes={notes} term={term} stop={keys.stop} />
        <SearchEnd found={found} />
      </ResultGroup>
    </div>
  )
}
