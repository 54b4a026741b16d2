import { isBlank } from '@partyline/contract'
import type { ChatId } from '@partyline/contract'
import { chatOfTag, noticeTag } from '../core/notices/notice.ts'
import { sendReply } from './reply.ts'
import type { NoticeData, WorkerEvents, WorkerScope } from './scope.ts'
import { show } from './show.ts'
import { signedInAs } from './signed-in.ts'
import { openChat } from './windows.ts'
import { WORKER_TEXTS } from './worker-texts.ts'

/** How long an action may take. Milliseconds. */
export const ACTION_MS = 20_000
const SNOOZE_MS = 3_600_000

type Click = Pick<WorkerEvents['notificationclick'], 'action' | 'reply'> & {
  notification: Pick<Notification, 'tag' | 'title' | 'data' | 'close'>
}

/** Handles a click on a notification. */
export async function clicked(scope: WorkerScope, { notification, action, reply }: Click): Promise<void> {
  const { tag, title } = notification
  const data = notification.data as NoticeData | null
  const chatId = chatOfTag(tag)
  notification.close()
  // A notification of the page has no data.
  if (chatId === null || !data) return openChat(scope, chatId)
  const about = { chatId, title, ...data }
  const text = reply ?? ''
  if (action === 'reply' && !isBlank(text)) return sendReply(scope, { ...about, text })
  if (action === 'markRead') return act(scope, about, WORKER_TEXTS.notMarkedRead, markRead)
  if (action === 'snooze') return act(scope, about, WORKER_TEXTS.notSnoozed, snooze)
  return openChat(scope, chatId)
}

type About = NoticeData & { chatId: ChatId; title: string }
type Work = (scope: WorkerScope, about: About) => Promise<unknown>

/** Shows a notification if it failed. */
async function act(scope: WorkerScope, about: About, failure: string, work: Work): Promise<void> {
  try {
    await work(scope, about)
  } catch {
    await show(scope, about.title, { body: failure, tag: noticeTag(about.chatId) })
  }
}

async function markRead(scope: WorkerScope, { chatId, owner, hasUnread, hasMentions }: About) {
  const { api } = await signedInAs(owner, scope, scope.deadline(ACTION_MS))
  const params = { chatId }
  if (hasMentions) await api.call('notes.view', { params, body: {} })
  if (hasUnread) await api.call('chats.viewChat', { params })
}

async function snooze(scope: WorkerScope, { chatId, owner }: About) {
  const { api } = await signedInAs(owner, scope, scope.deadline(ACTION_MS))
  const until = new Date(scope.now() + SNOOZE_MS).toISOString()
  await api.call('chats.setState', { params: { chatId }, body: { state: 'snoozed', until } })
}
