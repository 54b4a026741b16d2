import type { Hook, HookEventId, HookId } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../platform/api.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'

export function hooksQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.settings.hooks,
    queryFn: ({ signal }) => api.call('hooks.list', { signal }),
  })
}

/** Whether an Admin has to look after it. */
export const needsAttention = ({ disabled, failingSince }: Hook) =>
  disabled === null ? failingSince !== null : disabled.reason !== 'admin'

/** Milliseconds between updates while an event waits. */
const UPDATE_INTERVAL_MS = 5_000

/** Newest first, by the page. */
export function hookEventsQuery(api: Api, hookId: HookId) {
  return infiniteQueryOptions({
    queryKey: queryKeys.settings.hookEvents(hookId),
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE.hookEvents, ...(pageParam && { before: pageParam }) }
      return api.call('hooks.events', { params: { hookId }, query, signal })
    },
    initialPageParam: null as HookEventId | null,
    getNextPageParam: (page) => (page.length < PAGE.hookEvents ? null : (page.at(-1)?.id ?? null)),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.flat().some((event) => event.state === 'waiting') ? UPDATE_INTERVAL_MS : false,
  })
}

/** Fetches webhooks and their logs again. */
export function useHooksChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.settings.hooks }),
      client.invalidateQueries({ queryKey: queryKeys.settings.allHookEvents }),
    ])
  }
}

/** Takes a deleted webhook from the list. Its log, which is still shown, must not be fetched again. */
export function useHookDeleted(): (hookId: HookId) => Promise<void> {
  const client = useQueryClient()
  const { queryKey } = hooksQuery(useApi())
  return async (hookId) => {
    client.setQueryData(queryKey, (hooks) => hooks?.filter(({ id }) => id !== hookId))
    await client.invalidateQueries({ queryKey })
  }
}
