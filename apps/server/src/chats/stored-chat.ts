import type { ChatNotify, MemberId, MemberRole, MessageId, NumberId, UserId } from '@partyline/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '../../database/index.ts'
import type { AllowedCountries } from '../numbers/index.ts'

/**
 * The columns of a {@link ChatRow}, of a table that the query names `c`; `hasUnread` is apart. Each is named, because a prepared
 * statement that selects all breaks when the next version adds one.
 */
export const CHAT = [
  'c.tenantId',
  'c.chatId',
  'c.numberId',
  'c.name',
  // Whether the name follows the phones, until a person names the chat.
  'c.autoNamed',
  'c.relay',
  'c.version',
  'c.messageCount',
  // The last one that a person wrote.
  'c.lastMessageId',
  // Its time, or else that of the chat's creation.
  'c.lastMessageAt',
  'c.lastAutomaticAt',
  'c.deletedBefore',
  'c.unclaimedCount',
  'c.waitingSince',
  'c.failedCount',
  'c.scheduledCount',
  'c.returnedCount',
  'c.scheduledFor',
  'c.archivedAt',
  'c.state',
  'c.snoozedUntil',
  'c.assignedTo',
] as const

type NameOf<Column> = Column extends `c.${infer Name}` ? Name : never

/** A chat's row. Fields that clients see are described in the contract, at `sharedChat`. */
export type ChatRow = Pick<Selectable<Tables['chats']>, NameOf<(typeof CHAT)[number]>> & { hasUnread: boolean }

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
  /** How the line handles that this phone has not given the required written consent. Null: it has, or none is required. */
  lacksConsent: 'warn' | 'block' | null
  /** When it was asked for it, if the line asks for it. */
  consentAskedAt: Date | null
  /** The tenant’s. */
  allowedCountries: AllowedCountries
  joinedAfter: MessageId | null
  unreadCount: number
  notify: ChatNotify
}

/** A chat with all current and former members. */
export type StoredChat = ChatRow & { members: ChatMember[] }

/** Everything that a message for an open chat and its event depend on, with the current members. */
export type WritableChat = Omit<
  ChatRow,
  'autoNamed' | 'version' | 'messageCount' | 'hasUnread' | 'archivedAt' | 'deletedBefore'
> & {
  members: Omit<ChatMember, 'joinedAfter' | 'unreadCount'>[]
}

/** The id of a user or contact is also their id as a member. */
export function memberIdOf(personId: UserId | NumberId): MemberId {
  return personId as string as MemberId
}

/** In the chat now. A disabled person stays a member. */
export function isCurrent(member: Pick<ChatMember, 'deletedOn'>): boolean {
  return member.deletedOn === null
}

/** The contacts in the chat now, in the order in which they were added. */
export function currentPhones({ members }: Pick<StoredChat, 'members'>): ChatMember[] {
  return members.filter((member) => isCurrent(member) && member.role === 'ExternalMobile')
}

/** The phones whose move to another chat archived the chat. */
export function lostPhones({ members, archivedAt }: StoredChat): ChatMember[] {
  return members.filter(
    ({ role, deletedOn }) => role === 'ExternalMobile' && deletedOn && deletedOn.getTime() === archivedAt?.getTime(),
  )
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

/** No one on the team answers here: the next text waits for every enabled user, and the first to reply claims it. */
export function isUnclaimed({ members }: Pick<WritableChat, 'members'>): boolean {
  return !members.some((member) => member.role === 'TeamsUser' && isCurrent(member) && !member.isPersonDisabled)
}

type Newest = Pick<ChatRow, 'lastMessageId' | 'lastMessageAt' | 'lastAutomaticAt'>

/** Whether there is a message, automatic or not. */
export function hasMessages({ lastMessageId, lastAutomaticAt }: Newest): boolean {
  return lastMessageId !== null || lastAutomaticAt !== null
}

/** Now, but after the newest message of the locked chat, also if a process with a faster clock wrote that one. */
export function timeAfter(chat: Newest, now: Date): Date {
  const last = Math.max(chat.lastMessageId ? chat.lastMessageAt.getTime() : 0, chat.lastAutomaticAt?.getTime() ?? 0)
  return new Date(Math.max(now.getTime(), last + 1))
}

/** One of the tenant's numbers, and a phone. */
export type NumberMember = { numberId: NumberId; memberId: MemberId }

/** Whether they text each other in this chat. */
export function isChatOf(chat: StoredChat, { numberId, memberId }: NumberMember): boolean {
  return chat.numberId === numberId && currentMember(chat, memberId) !== null
}
