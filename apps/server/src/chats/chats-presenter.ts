import type { Chat, ChatListItem, Member, Message, MessageAdded } from '@partyline/contract'
import { countryBar } from '../numbers/index.ts'
import { isCurrent } from './stored-chat.ts'
import type { ChatMember, ChatRow, StoredChat, WritableChat } from './stored-chat.ts'

function presentMember(member: WritableChat['members'][number]): Member {
  return {
    id: member.id,
    name: member.name,
    role: member.role,
    addedOn: member.addedOn.toISOString(),
    deletedOn: member.deletedOn?.toISOString() ?? null,
    disabled: !isCurrent(member) || member.isPersonDisabled,
    number: member.number,
    optedOut: member.optedOut,
    barred: member.number && countryBar(member.number, member.allowedCountries),
  }
}

/** A chat as the list shows it, but for what differs from person to person. */
export function presentListed(
  chat: ChatRow,
  { members, lastMessage }: { members: readonly ChatMember[]; lastMessage: Message | null },
): Omit<ChatListItem, 'unreadCount' | 'hit'> {
  return { ...summaryOf(chat, members), lastMessage }
}

export function presentChat(chat: StoredChat, opened: { messages: Message[]; unreadCount: number }): Chat {
  return { ...summaryOf(chat, chat.members), ...opened }
}

/** What a list shows of a chat besides its new message and counts. */
export function presentSummary(chat: WritableChat & Partial<Pick<ChatRow, 'archivedAt'>>): MessageAdded['summary'] {
  const { name, numberId, relay, failedCount, archivedAt = null } = chat
  const members = chat.members.filter(isCurrent).map(presentMember)
  return { name, numberId, relay, members, failedCount, archived: archivedAt !== null }
}

function summaryOf(chat: ChatRow, members: readonly ChatMember[]) {
  return {
    id: chat.chatId,
    name: chat.name,
    numberId: chat.numberId,
    relay: chat.relay,
    members: members.map(presentMember),
    messageCount: chat.messageCount,
    hasUnread: chat.hasUnread,
    unclaimedCount: chat.unclaimedCount,
    failedCount: chat.failedCount,
    archived: chat.archivedAt !== null,
    version: chat.version,
  }
}
