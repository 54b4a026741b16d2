import type { ChatId, TenantId, UserId } from '@partyline/contract'
import type { Clock, Outside } from '../platform/index.ts'
import { GRAPH } from './addresses.ts'
import type { AppAccess } from './app-access.ts'
import { createGraphRequests } from './graph-requests.ts'

/** The activities that the app package declares: tools/teams-package/manifest.ts. With the values of their placeholders. */
export type Activity =
  | { type: 'mentioned' | 'assigned' | 'unclaimed' | 'notSent' | 'snoozeEnded' }
  | { type: 'unread'; count: number }

export type ActivityFeed = {
  /**
   * Shows an activity in a person's feed in Teams, in place of an earlier one about the same chat. Sent once. False where the
   * directory has not consented.
   * @throws {DirectoryFailure} where Graph refuses it (403: the app is not installed for the person, or is not allowed to), or is
   * busy; or what fetch throws, where it is not known whether Graph got it
   */
  show(entry: { tenantId: TenantId; userId: UserId; chatId: ChatId; activity: Activity }): Promise<boolean>
}

type Parts = {
  outside: Outside
  appAccess: Pick<AppAccess, 'tokenFor'>
  clock: Clock
  /** The app's ID in Teams. */
  appId: string
  publicUrl: string
  appName: string
}

/** The tab's name in the app package. */
const TAB = 'messages'
/** Without the text, the name, or the number: previews are shown on lock screens, and kept by Microsoft. */
const PREVIEW = 'Open the chat to read it.'

/** Teams' activity feed, by Microsoft Graph: docs/teams.md */
export function createActivityFeed({ appId, publicUrl, appName, ...parts }: Parts): ActivityFeed {
  const requests = createGraphRequests(parts)

  function linkTo(chatId: ChatId): string {
    const values = {
      webUrl: `${publicUrl}/?chat=${chatId}`,
      label: appName,
      context: JSON.stringify({ subEntityId: `chat:${chatId}` }),
    }
    // Teams does not read `+` as a space.
    const query = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    return `https://teams.microsoft.com/l/entity/${appId}/${TAB}?${query.join('&')}`
  }

  return {
    show({ tenantId, userId, chatId, activity: { type, ...values } }) {
      const address = `${GRAPH}/v1.0/users/${userId}/teamwork/sendActivityNotification`
      const body = {
        topic: { source: 'text', value: appName, webUrl: linkTo(chatId) },
        activityType: type,
        previewText: { content: PREVIEW },
        templateParameters: Object.entries(values).map(([name, value]) => ({ name, value: String(value) })),
        chainId: chainOf(chatId),
      }
      return requests.post(address, { tenantId, body, signal: AbortSignal.timeout(TIMEOUT_MS) })
    },
  }
}

const TIMEOUT_MS = 15_000

/** A number for a chat: a later activity with the same one replaces the earlier one. Its last 48 bits are random. */
function chainOf(chatId: ChatId): number {
  return Number.parseInt(chatId.slice(-12), 16)
}
