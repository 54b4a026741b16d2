import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../platform/api.ts'
import { settingsKeys } from './settings-queries.ts'

/** What anybody may know of how far their organization is set up. */
export type SetupProgress = {
  /** Whether somebody could text by now. */
  isReady: boolean
  isAdmin: boolean
  /** The names of who can set it up. */
  admins: string[]
}

/** Asked for by whoever has no chats yet. */
export function setupProgressQuery(api: Api) {
  return queryOptions({
    queryKey: settingsKeys.progress,
    queryFn: async ({ signal }): Promise<SetupProgress> => {
      const [consent, account, numbers, users, me] = await Promise.all([
        api.call('settings.consented', { signal }).catch(() => null),
        api.call('settings.twilioAccount', { signal }),
        api.call('numbers.twilio', { signal }),
        api.call('users.list', { signal }),
        api.call('users.me', { signal }),
      ])
      return {
        // A check that failed says nothing.
        isReady: consent?.succeeded !== false && account.succeeded && numbers.length > 0,
        isAdmin: me.role === 'Admin',
        admins: users.filter(({ role, disabled }) => role === 'Admin' && !disabled).map(({ name }) => name),
      }
    },
  })
}
