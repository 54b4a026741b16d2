import type { ChatListItem, MemberId, MessageId } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { isWritten } from '../../core/history/history.ts'
import { isMember } from '../../core/people.ts'
import type { Api } from '../../platform/api.ts'
import { TRIAGE_TEXTS } from './triage-texts.ts'

/** The message that makes a chat unread: the newest by someone else. @throws {Error} with the reason if there is none */
export async function messageToUnread(
  api: Api,
  chat: Pick<ChatListItem, 'id' | 'members'>,
  me: MemberId,
): Promise<MessageId> {
  if (!isMember(chat, me)) throw new Error(TRIAGE_TEXTS.notMember)
  const query = { limit: PAGE.maxMessages }
  const newest = await api.call('messages.list', { params: { chatId: chat.id }, query })
  const message = newest.findLast((one) => one.sentBy !== me && isWritten(one))
  if (!message) throw new Error(TRIAGE_TEXTS.nothingFromOthers)
  return message.id
}
