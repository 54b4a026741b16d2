import type { Message } from '@partyline/contract'
import { VALIDATION } from '@partyline/contract'
import type { Api } from '../../platform/api.ts'
import type { Outgoing } from './outgoing.ts'

/** Sends a message to the server with its own idempotency key. */
export async function postOutgoing(api: Api, outgoing: Outgoing): Promise<Message> {
  const { id, chatId, replyTo, replaces } = outgoing
  if (!chatId) throw new Error(VALIDATION.selectChat)
  const form = messageForm(outgoing)
  if (replyTo !== null) form.set('ReplyToMessageId', replyTo.id)
  if (replaces !== null) form.set('ReplacesMessageId', replaces.id)
  return api.call('messages.send', { params: { chatId }, form, headers: { 'Idempotency-Key': id } })
}

/** The fields of a message in every call that sends one. */
export function messageForm({ text, files, timing }: Pick<Outgoing, 'text' | 'files' | 'timing'>): FormData {
  const form = new FormData()
  form.set('Message', text)
  for (const { file } of files) form.append('Media', file, file.name)
  if ('sendAt' in timing) {
    form.set('SendAt', timing.sendAt)
    form.set('CancelOnReply', String(timing.cancelOnReply))
  } else form.set('HoldSeconds', String(timing.holdSeconds))
  return form
}
