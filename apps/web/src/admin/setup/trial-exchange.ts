import type { Chat, ChatId, Message } from '@partyline/contract'
import { isPhone, peopleOf } from '../../core/people.ts'
import type { Api } from '../../platform/api.ts'

/** A text from a phone, and the latest answer to it. */
export type Exchange = { from: string; text: string; answer: Message | null }

/** The chat at the top of the list, but for those with other people's phones: with an unread text, or else the newest. */
export async function readNewestChat(
  api: Pick<Api, 'call'>,
  others: readonly ChatId[],
  signal: AbortSignal,
): Promise<Chat | null> {
  const items = await api.call('chats.search', { body: { mode: 'all', limit: others.length + 1 }, signal })
  const item = items.find(({ id }) => !others.includes(id))
  return item ? api.call('chats.get', { params: { chatId: item.id }, signal }) : null
}

/** Null until a text from a phone is in the chat. */
export function exchangeOf({ members, messages }: Pick<Chat, 'members' | 'messages'>): Exchange | null {
  const people = peopleOf(members)
  const received = messages.findLast(({ sentBy }) => isPhone(people.get(sentBy)))
  const phone = received && people.get(received.sentBy)
  if (!received || !phone) return null
  const answer = messages
    .slice(messages.indexOf(received) + 1)
    .findLast(({ sentBy, automatic }) => automatic === null && !isPhone(people.get(sentBy)))
  return { from: phone.number ?? phone.name, text: received.text, answer: answer ?? null }
}
