import type {
  ChatId,
  ChatNotify,
  ChatState,
  MemberId,
  MemberRole,
  MessageId,
  NumberId,
  TenantId,
  UserId,
} from '@partyline/contract'
import type { AllowedCountries } from '../numbers/index.ts'

/** A chat's row. */
export type ChatRow = {
  tenantId: TenantId
  chatId: ChatId
  numberId: NumberId
  name: string
  relay: boolean
  version: number
  messageCount: number
  /** The last message that a person wrote. */
  lastMessageId: MessageId | null
  lastAutomaticId: MessageId | null
  lastMessageAt: Date
  hasUnread: boolean
  /** Texts since it last had an enabled team member. */
  unclaimedCount: number
  /** Messages of the team with a failed text that nobody has dealt with. */
  failedCount: number
  /** Messages that are scheduled, late, or returned, except undone ones. */
  scheduledCount: number
  archivedAt: Date | null
  state: ChatState
  /** Null unless it is snoozed. */
  snoozedUntil: Date | null
  assignedTo: UserId | null
}

export type ChatMember = {
  id: MemberId
  role: MemberRole
  name: string
  /** E.164, of an external member. */
  number: string | null
  addedOn: Date
  deletedOn: Date | null
  /** The user or the contact is disabled, regardless of membership. */
  isPersonDisabled: boolean
  /** The user has left the directory. */
  leftDirectoryAt: Date | null
  /** Their phone wants no texts from the chat's number. */
  optedOut: boolean
  /** The user who opted it out by hand. Null if it did so itself, too. */
  optedOutBy: UserId | null
  /** Of the tenant. */
  allowedCountries: AllowedCountries
  joinedAfter: MessageId | null
  unreadCount: number
  notify: ChatNotify
}

/** A chat with all current and former members. */
export type StoredChat = ChatRow & { members: ChatMember[] }

/** Everything that a message for an open chat and its event depend on, with the current members. */
export type WritableChat = Pick<
  ChatRow,
  | 'tenantId'
  | 'chatId'
  | 'numberId'
  | 'name'
  | 'relay'
  | 'failedCount'
  | 'scheduledCount'
  | 'unclaimedCount'
  | 'lastMessageId'
  | 'lastAutomaticId'
  | 'state'
  | 'snoozedUntil'
  | 'assignedTo'
> & { members: Omit<ChatMember, 'joinedAfter' | 'unreadCount'>[] }

/** The id of a user or contact is also their id as a member. */
export function memberIdOf(personId: UserId | NumberId): MemberId {
  return personId as string as MemberId
}

/** In the chat now. A disabled person stays a member. */
export function isCurrent(member: Pick<ChatMember, 'deletedOn'>): boolean {
  return member.deletedOn === null
}

export function currentMember<Member extends Pick<ChatMember, 'id' | 'deletedOn'>>(
  chat: { members: readonly Member[] },
  memberId: string,
): Member | null {
  return chat.members.find((member) => member.id === memberId && isCurrent(member)) ?? null
}

/** The tenant's, which each member has. */
export function allowedCountriesOf({ members }: Pick<WritableChat, 'members'>): AllowedCountries {
  return members[0]?.allowedCountries ?? null
}

/** Nobody on the team answers here: the next text waits for every enabled user, and the first to reply claims it. */
export function isUnclaimed({ members }: Pick<WritableChat, 'members'>): boolean {
  return !members.some((member) => member.role === 'TeamsUser' && isCurrent(member) && !member.isPersonDisabled)
}

/** The newest message's id, automatic or not. Later ids in the chat sort after it. */
export function newestIdOf({
  lastMessageId,
  lastAutomaticId,
}: Pick<ChatRow, 'lastMessageId' | 'lastAutomaticId'>): MessageId | null {
  return (lastMessageId ?? '') > (lastAutomaticId ?? '') ? lastMessageId : lastAutomaticId
}

/** One of the tenant's numbers, and a phone. */
export type NumberMember = { numberId: NumberId; memberId: MemberId }

/** Whether they text each other in this chat. */
export function isChatOf(chat: StoredChat, { numberId, memberId }: NumberMember): boolean {
  return chat.numberId === numberId && currentMember(chat, memberId) !== null
}
