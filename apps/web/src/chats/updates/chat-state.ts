import type { Chat, ChatListItem, MemberId } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { isActive, withNewest } from '../../messages/index.ts'
import type { History } from '../../messages/index.ts'

/** An opened chat with as much of its history as was asked for. */
export type OpenedChat = Omit<Chat, 'messages'> & { history: History }

/** Takes over a chat as the server has it now, unless something newer is held: an event may overtake an answer. */
export function openedFrom(held: OpenedChat | undefined, { messages, ...chat }: Chat): OpenedChat {
  if (held !== undefined && held.version > chat.version) return held
  return { ...chat, history: withNewest(held?.history, messages, PAGE.messages) }
}

/** The same chat as every list shows it. */
export function listItemOf({ messages, ...chat }: Chat): Omit<ChatListItem, 'hit'> {
  return { ...chat, lastMessage: messages.at(-1) ?? null }
}

export function isMember(chat: Pick<Chat, 'members'>, me: MemberId): boolean {
  return chat.members.some((member) => member.id === me && isActive(member))
}

/** No enabled team member is in the chat. The first to join or reply claims it. */
export function isUnclaimed(chat: Pick<Chat, 'members'>): boolean {
  return !chat.members.some((member) => member.role === 'TeamsUser' && isActive(member))
}

/** Whether this person can write in the chat now. */
export function mayWriteIn(chat: Pick<Chat, 'members' | 'archived'>, me: MemberId): boolean {
  return !chat.archived && isMember(chat, me)
}
