import { sharedChat } from '@partyline/contract'
import type { Chat, ChatListItem, Member, MessageAdded, SharedChat } from '@partyline/contract'
import { countryBar } from '../numbers/index.ts'
import type { Caller } from '../platform/index.ts'
import { currentMember, isCurrent, memberIdOf } from './stored-chat.ts'
import type { ChatRow, StoredChat, WritableChat } from './stored-chat.ts'

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
    ...(member.lacksConsent && { lacksConsent: member.lacksConsent }),
    ...(member.lacksConsent && member.consentAskedAt && { consentAskedAt: member.consentAskedAt.toISOString() }),
    barred: member.number && countryBar(member.number, member.allowedCountries),
  }
}

type Shared = Pick<ChatRow, SameName | 'archivedAt' | (typeof TIMES)[number]> & {
  members: WritableChat['members']
}
const TIMES = ['waitingSince', 'scheduledFor', 'snoozedUntil'] as const
/** Fields that a row has under the contract's name, and as the contract has them. */
type SameName = Exclude<keyof SharedChat, 'members' | 'archived' | (typeof TIMES)[number]>
const SAME_NAME = Object.keys(
  sharedChat.omit({ members: true, archived: true, waitingSince: true, scheduledFor: true, snoozedUntil: true }).shape,
) as SameName[]

/** The fields that a chat's row in a list and the opened chat share. */
export function presentShared(chat: Shared): SharedChat {
  const sameName = Object.fromEntries(SAME_NAME.map((name) => [name, chat[name]])) as Pick<Shared, SameName>
  return {
    ...sameName,
    members: chat.members.map(presentMember),
    archived: chat.archivedAt !== null,
    waitingSince: chat.waitingSince?.toISOString() ?? null,
    scheduledFor: chat.scheduledFor?.toISOString() ?? null,
    snoozedUntil: chat.snoozedUntil?.toISOString() ?? null,
  }
}

/** The part of a message's event that is about its chat. */
export function presentWithMessage(chat: Shared): Pick<MessageAdded, 'patch' | 'members' | 'notify'> {
  const current = chat.members.filter(isCurrent)
  const { members, ...patch } = presentShared({ ...chat, members: current })
  const chosen = current.filter(({ notify }) => notify !== 'mine').map(({ id, notify }) => [id, notify])
  return { patch, members, ...(chosen.length > 0 && { notify: Object.fromEntries(chosen) }) }
}

/** Fields that differ from person to person. */
function presentForCaller({ userId }: Caller, chat: StoredChat): Pick<Chat, 'unreadCount' | 'notify'> {
  const { unreadCount = 0, notify = 'mine' } = currentMember(chat, userId) ?? {}
  return { unreadCount, notify }
}

const presentCommon = (caller: Caller, chat: StoredChat) => ({
  id: chat.chatId,
  ...presentShared(chat),
  version: chat.version,
  ...presentForCaller(caller, chat),
})

export function presentListed(
  caller: Caller,
  chat: StoredChat,
  {
    lastMessage,
    mentionCount,
    hit = null,
  }: Pick<ChatListItem, 'lastMessage' | 'mentionCount'> & Partial<Pick<ChatListItem, 'hit'>>,
): ChatListItem {
  return { ...presentCommon(caller, chat), mentionCount, lastMessage, hit }
}

export function presentChat(
  caller: Caller,
  chat: StoredChat,
  { messages, pending, mentionCount }: Pick<Chat, 'messages' | 'pending' | 'mentionCount'>,
): Chat {
  const deletedBefore = chat.deletedBefore?.toISOString()
  return { ...presentCommon(caller, chat), mentionCount, messages, pending, ...(deletedBefore && { deletedBefore }) }
}
