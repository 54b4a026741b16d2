import type { ChatListMode } from '@partyline/contract'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { SearchRegular } from '@fluentui/react-icons/svg/search'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { foundMessagesQuery } from '../../core/chats/message-queries.ts'
import type { MessageFilters } from '../../core/chats/search-filters.ts'
import { errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { EmptyState, VisuallyHidden } from '../../ui/index.ts'
import { ChatListSkeleton } from '../chat-list/chat-list-skeleton.tsx'
import { Hit } from './chat-hits.tsx'
import { SearchEnd } from './search-end.tsx'
import { useResultsStyles } from './search-results.styles.ts'
import { markScrolled } from '../chat-list/scroll-divider.ts'
import { SEARCH_TEXTS } from './search-texts.ts'
import { useResultKeys } from './use-result-keys.ts'
import { useReportReady } from './use-search.ts'

type Props = {
  mode: ChatListMode
  term: string
  filters: MessageFilters
  onReady: (isReady: boolean) => void
  onLeave: () => void
  onSearchAll: () => void
}

/** The messages that pass the filters, newest first. */
export function MessageResults({ mode, term, filters, onReady, onLeave, onSearchAll }: Props) {
  const styles = useResultsStyles()
  const titleId = useId()
  const found = useInfiniteQuery({
    ...foundMessagesQuery(useApi(), { ...filters, mode, term }),
    placeholderData: (before) => before,
  })
  const { data, isPending, isError, error, hasNextPage, isPlaceholderData, refetch } = found
  const hits = data?.pages.flatMap((page) => page.hits) ?? []
  const keys = useResultKeys(
    hits.map(({ messageId }) => messageId),
    { isExpanded: false, onLeave },
  )

  useReportReady(onReady, !isPending && !isPlaceholderData)

  if (isPending) return <ChatListSkeleton />
  if (isError && hits.length === 0) {
    return (
      <EmptyState
        icon={<ErrorCircleRegular />}
        title={SEARCH_TEXTS.failed}
        text={errorText(error)}
        action={{ label: SEARCH_TEXTS.retry, onClick: () => void refetch() }}
      />
    )
  }
  if (hits.length === 0 && !hasNextPage) {
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
        <VisuallyHidden>{SEARCH_TEXTS.foundMessages(hits.length, !hasNextPage)}</VisuallyHidden>
      </output>
      <section aria-labelledby={titleId}>
        <h2 id={titleId} className={styles.title}>
          {SEARCH_TEXTS.messages}
        </h2>
        <ul className={styles.list}>
          {hits.map((hit) => (
            <li key={hit.messageId}>
              <Hit hit={hit} title={hit.chatName} term={term} isStop={hit.messageId === keys.stop} />
            </li>
          ))}
        </ul>
        <SearchEnd found={found} />
      </section>
    </div>
  )
}
