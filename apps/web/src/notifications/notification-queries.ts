import type { CallBody, NotificationSettings } from '@partyline/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '../platform/api.ts'
import { useApi } from '../platform/platform-context.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import { meQuery } from '../users/index.ts'

/** The person's settings on all devices. They include the last notification, so they are fetched each time. */
export function notificationsQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.users.notifications,
    queryFn: ({ signal }) => api.call('notifications.get', { signal }),
    staleTime: 0,
  })
}

/** The person's push devices. */
export function pushDevicesQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.users.pushDevices,
    queryFn: ({ signal }) => api.call('push.list', { signal }),
    staleTime: 0,
  })
}

/** Changes settings of the person. */
export function useChangeNotifications() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallBody<'notifications.update'>) => api.call('notifications.update', { body }),
    onSuccess: (settings) => putSettings(client, api, settings),
  })
}

/** Puts changed settings into the cache, and the part that colleagues see into the signed-in person. */
function putSettings(client: QueryClient, api: Api, settings: NotificationSettings): void {
  const { workingHours, pausedUntil } = settings
  client.setQueryData(notificationsQuery(api).queryKey, settings)
  client.setQueryData(meQuery(api).queryKey, (me) => me && { ...me, workingHours, pausedUntil })
  void client.invalidateQueries({ queryKey: queryKeys.users.list })
}
