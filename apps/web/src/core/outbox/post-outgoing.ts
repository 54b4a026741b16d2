import type { Message } from '@partyline/contract'
import { VALIDATION } from '@partyline/contract'
import type { Api } from '../../platform/api.ts'
import type { Outgoing } from './outgoing.ts'

/** Sends a message to the server with its own idempotency key. */
export async function postOutgoing(api: Api, outgoing: Outgoing): Promise<Message> {
  const { id, chatId, text, files, replyTo, replaces, timing } = outgoing
  if (!chatId) throw new Error(VALIDATION.selectChat)
  const form = new FormData()
  form.set('Message', text)
  for (const { file } of files) form.append('Media', file, file.name)
  if (replyTo !== null) form.set('ReplyToMessageId', replyTo.id)
  if (replaces !== null) form.set('ReplacesMessageId', replaces.id)
  if ('sendAt' in timing) {
    form.set('SendAt', timing.sendAt)
    form.set('CancelOnReply', String(timing.cancelOnReply))
  } else form.set('HoldSeconds', String(timing.holdSeconds))
  return api.call('messages.send', { params: { chatId }, form, headers: { 'Idempotency-Key': id } })
}
