import type { Chat, ChatListItem, Member, Message, MessageAdded } from '@partyline/contract'
import { countryBar } from '../numbers/index.ts'
import type { Caller } from '../platform/index.ts'
import { currentMember, isCurrent, memberIdOf } from './stored-chat.ts'
import type { ChatMember, ChatRow, StoredChat, WritableChat } from './stored-chat.ts'

function presentMember(member: WritableChat['members'][number]): Member {
  return {
    id: member.id,
    name: member.name,
    role: member.role,
    addedOn: member.addedOn.toISOString(),
    deletedOn: member.deletedOn?.toISOString() ?? null,
    disabled: !isCurrent(member) || member.isPersonDisabled,
    leftDirectoryAt: member.leftDirectoryAt?.toISOString() ?? null,
    number: member.number,
    optedOut: member.optedOut,
    ...(member.optedOutBy && { optedOutBy: memberIdOf(member.optedOutBy) }),
    barred: member.number && countryBar(member.number, member.allowedCountries),
  }
}

/** A chat as the list shows it, but for what differs from person to person. */
export function presentListed(
  chat: ChatRow,
  { members, lastMessage }: { members: readonly ChatMember[]; lastMessage: Message | null },
): Omit<ChatListItem, 'unreadCount' | 'notify' | 'hit'> {
  return { ...summaryOf(chat, members), lastMessage }
}

/** Fields that differ from person to person. */
export function presentForCaller(
  { userId }: Caller,
  chat: Pick<StoredChat, 'members'>,
): Pick<Chat, 'unreadCount' | 'notify'> {
  const { unreadCount = 0, notify = 'mine' } = currentMember(chat, userId) ?? {}
  return { unreadCount, notify }
}

export function presentChat(
  caller: Caller,
  chat: StoredChat,
  { messages, pending }: Pick<Chat, 'messages' | 'pending'>,
): Chat {
  return { ...summaryOf(chat, chat.members), messages, pending, ...presentForCaller(caller, chat) }
}

/** The fields of a chat's row besides its last message and counts, and the members whose notifications differ from the default. */
export function presentSummary(
  chat: WritableChat & Partial<Pick<ChatRow, 'archivedAt'>>,
): Pick<MessageAdded, 'summary' | 'notify'> {
  const { name, numberId, relay, failedCount, scheduledCount, archivedAt = null } = chat
  const current = chat.members.filter(isCurrent)
  const members = current.map(presentMember)
  const chosen = current.filter(({ notify }) => notify !== 'mine')
  const fields = { name, numberId, relay, members, failedCount, scheduledCount }
  const summary = { ...fields, archived: archivedAt !== null, ...stateOf(chat) }
  if (chosen.length === 0) return { summary }
  return { summary, notify: Object.fromEntries(chosen.map(({ id, notify }) => [id, notify])) }
}

function stateOf({ state, snoozedUntil, assignedTo }: Pick<ChatRow, 'state' | 'snoozedUntil' | 'assignedTo'>) {
  return { state, snoozedUntil: snoozedUntil?.toISOString() ?? null, assignedTo }
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
    scheduledCount: chat.scheduledCount,
    archived: chat.archivedAt !== null,
    ...stateOf(chat),
    version: chat.version,
  }
}
