import type { ChatId } from '@partyline/contract'
import { createKeptReplies } from '../core/notices/kept-replies.ts'
import { replyTag } from '../core/notices/notice.ts'
import { messageForm } from '../core/outbox/post-outgoing.ts'
import { ConnectionError } from '../platform/api-error.ts'
import type { WorkerScope } from './scope.ts'
import { show } from './show.ts'
import { signedInAs } from './signed-in.ts'
import { WORKER_TEXTS } from './worker-texts.ts'

/** How long sending may take, with its retry. Milliseconds. */
export const SEND_MS = 20_000

type Reply = { owner: string; chatId: ChatId; title: string; text: string }

/** Sends a reply. One that can't be sent is kept for the chat's composer, and a notification says so. */
export async function sendReply(scope: WorkerScope, reply: Reply): Promise<void> {
  const { chatId, title, text } = reply
  const key = scope.newId()
  const replies = createKeptReplies(scope)
  const at = scope.now()
  // Without storage, the notification still has the text.
  const keep = (heldUntil: number) => replies.keep(reply, { key, text, at, heldUntil }).catch(() => undefined)
  await keep(at + SEND_MS)
  try {
    await post(scope, { ...reply, key })
  } catch {
    await keep(0)
    await show(scope, title, { body: `${WORKER_TEXTS.replyNotSent}\n${text}`, tag: replyTag(chatId) })
    return
  }
  await replies.remove(reply, key).catch(() => undefined)
}

async function post(scope: WorkerScope, reply: Reply & { key: string }): Promise<void> {
  const signal = scope.deadline(SEND_MS)
  const send = async () => {
    const { owner, chatId, text, key } = reply
    const { api } = await signedInAs(owner, scope, signal)
    const params = { chatId }
    // Sent without a hold: a notification has no Undo.
    const form = messageForm({ text, files: [], timing: { holdSeconds: 0 } })
    await api.call('messages.send', { params, form, headers: { 'Idempotency-Key': key } })
    // Who replies has read the chat. The reply counts even if this fails.
    await api.call('chats.viewChat', { params }).catch(() => undefined)
  }
  try {
    await send()
  } catch (error) {
    // The response may have been lost: the key makes another attempt safe.
    if (!(error instanceof ConnectionError) || signal.aborted) throw error
    await send()
  }
}
