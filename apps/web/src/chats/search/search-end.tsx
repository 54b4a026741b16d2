import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useTimes } from '../../platform/platform-context.tsx'
import { BusyRing } from '../../ui/index.ts'
import type { SearchedPart } from '../../core/chats/list-pages.ts'
import { SEARCH_TEXTS } from './search-texts.ts'

const useStyles = makeStyles({
  end: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
})

/** The part of a paged search that is used here. */
type PagedSearch = {
  data: { pages: readonly Partial<SearchedPart>[] } | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<Pick<PagedSearch, 'data'> & { isError: boolean }>
}

/** Maximum number of parts that one click searches until something is found. */
const MAX_PARTS_PER_CLICK = 10

/** Below the results: how far back the search went, and a button to continue. */
export function SearchEnd({ found }: { found: PagedSearch }) {
  const styles = useStyles()
  const times = useTimes()
  if (!found.hasNextPage) return null
  const last = found.data?.pages.at(-1)
  const backTo = last?.searchedBackTo

  async function searchOlder() {
    for (let parts = 0; parts < MAX_PARTS_PER_CLICK; parts += 1) {
      const { isError, data } = await found.fetchNextPage()
      const part = data?.pages.at(-1)
      if (isError || !part?.isEmpty || part.next === null) return
    }
  }

  return (
    <div className={styles.end}>
      {found.isFetchNextPageError && <span role="alert">{SEARCH_TEXTS.moreFailed}</span>}
      {last?.isPartial && !found.isFetchNextPageError && (
        <output>{backTo ? SEARCH_TEXTS.searchedBackTo(times.longDate(backTo)) : SEARCH_TEXTS.notAllSearched}</output>
      )}
      {found.isFetchingNextPage ? (
        <>
          <BusyRing />
          <span>{SEARCH_TEXTS.searching}</span>
        </>
      ) : (
        <Button size="small" onClick={() => void searchOlder()}>
          {found.isFetchNextPageError
            ? SEARCH_TEXTS.retry
            : last?.isPartial
              ? SEARCH_TEXTS.searchOlder
              : SEARCH_TEXTS.showMore}
        </Button>
      )}
    </div>
  )
}
