import { queryOptions, QueryObserver, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Archive } from '@partyline/contract'
import type { Api } from '../../platform/api.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { announce, showToast } from '../../ui/index.ts'
import { ARCHIVE_PAGE_TEXTS as TEXTS } from './archive-page-texts.ts'

/** Milliseconds between updates while an archive is being made. */
const UPDATE_INTERVAL_MS = 5_000

/** The archives, newest first. */
export function archivesQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.settings.archives,
    queryFn: ({ signal }) => api.call('archives.list', { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some((archive) => archive.state === 'running') ? UPDATE_INTERVAL_MS : false,
  })
}

/** Fetches the archives again. */
export function useArchivesChanged(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: queryKeys.settings.archives })
}

/** Tells the person who started an archive that it is ready, on any page. */
export function watchArchive(client: QueryClient, api: Api, { id }: Pick<Archive, 'id'>): void {
  const stops: (() => void)[] = []
  const stop = () => {
    for (const end of stops.splice(0)) end()
  }
  const observer = new QueryObserver(client, archivesQuery(api))
  stops.push(
    observer.subscribe(({ data, isFetching }) => {
      if (isFetching || !data) return
      const state = data.find((archive) => archive.id === id)?.state
      if (state === 'running') return
      stop()
      // Its card shows it, where a toast would cover the way to download it.
      const tell: typeof showToast = observer.getCurrentQuery().isActive() ? ({ text }) => announce(text) : showToast
      if (state === 'ready') tell({ kind: 'done', text: TEXTS.ready })
      if (state === 'failed') tell({ kind: 'failed', text: TEXTS.failed })
    }),
    // The cache is cleared when someone signs out.
    client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'removed' && query === observer.getCurrentQuery()) stop()
    }),
  )
}
