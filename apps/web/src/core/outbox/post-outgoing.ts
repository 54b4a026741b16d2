import type { Message } from '@partyline/contract'
import { VALIDATION } from '@partyline/contract'
import type { Api } from '../../platform/api.ts'
import type { Outgoing } from './outgoing.ts'

/** Sends a message to the server with its own idempotency key. */
export async function postOutgoing(api: Api, { id, chatId, text, files, replyTo }: Outgoing): Promise<Message> {
  if (!chatId) throw new Error(VALIDATION.selectChat)
  const form = new FormData()
  form.set('Message', text)
  for (const { file } of files) form.append('Media', file, file.name)
  if (replyTo !== null) form.set('ReplyToMessageId', replyTo.id)
  return api.call('messages.send', { params: { chatId }, form, headers: { 'Idempotency-Key': id } })
}
