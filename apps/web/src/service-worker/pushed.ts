import type { PushPayload } from '@partyline/contract'
import { closeNotices } from '../core/notices/close-notices.ts'
import { noticeTag } from '../core/notices/notice.ts'
import { composeNotice, noticeWithoutContent } from './compose.ts'
import type { Notice, NoticePayload } from './compose.ts'
import type { WorkerScope } from './scope.ts'
import { show } from './show.ts'
import { signedIn } from './signed-in.ts'
import { isInFront } from './windows.ts'
import { WORKER_TEXTS } from './worker-texts.ts'

/** Timeout for fetching a notification's content, in milliseconds. */
export const FETCH_MS = 5_000

/** Safari's push service. Safari revokes the permission after a few pushes that show nothing. */
const SAFARI = /\.push\.apple\.com$/

/** The payload of a push; null if it is not ours. */
export function payloadOf(data: { json: () => unknown } | null): PushPayload | null {
  try {
    const payload = data?.json() as Partial<PushPayload> | null | undefined
    return payload?.kind === undefined ? null : (payload as PushPayload)
  } catch {
    return null
  }
}

/** Handles a push. */
export async function pushed(scope: WorkerScope, payload: PushPayload | null): Promise<void> {
  if (payload === null) return show(scope, WORKER_TEXTS.app, { body: WORKER_TEXTS.withoutContent.text })
  if (payload.kind === 'read') return closeNotices(scope.registration, payload.chatIds.map(noticeTag))
  if (payload.kind === 'test') return show(scope, WORKER_TEXTS.app, { body: WORKER_TEXTS.test })
  return tell(scope, payload)
}

async function tell(scope: WorkerScope, payload: NoticePayload): Promise<void> {
  const mustShow = await isSafari(scope)
  const inFront = await isInFront(scope, payload.chatId)
  if (inFront && !mustShow) return undefined
  const { title, options, isRead } = await noticeInTime(scope, payload)
  const isNews = !inFront && !isRead
  if (!isNews && !mustShow) return undefined
  return show(scope, title, { ...options, ...(isNews ? { renotify: true } : { silent: true }) })
}

async function noticeInTime(scope: WorkerScope, payload: NoticePayload): Promise<Notice> {
  try {
    const person = await signedIn(scope, scope.deadline(FETCH_MS))
    return await composeNotice(payload, { ...person, abilities: scope })
  } catch {
    return noticeWithoutContent(payload)
  }
}

async function isSafari({ registration }: WorkerScope): Promise<boolean> {
  const subscription = await registration.pushManager.getSubscription()
  return subscription !== null && SAFARI.test(new URL(subscription.endpoint).hostname)
}
