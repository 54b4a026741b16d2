import {
  defineCalls,
  IDEMPOTENCY_HEADERS,
  IF_MATCH_HEADERS,
  SEARCH_DETAILS,
  SEARCH_REPLY_HEADERS,
  WRITERS_ONLY,
} from './call.ts'
import { chatChange } from './chat-changes.ts'
import { LIST_FILTERS } from './chat-filters.ts'
import type { ListConditions, ListFilter } from './chat-filters.ts'
import { operation } from './envelope.ts'
import { limit, name, term } from './fields.ts'
import { chatId, instant, memberId, messageId, numberId, userId } from './ids.ts'
import { BOUNDS, PAGE, RESTORE_DAYS } from './limits.ts'
import { encodedMedia, media, message, messageText } from './messages.ts'
import { holdSeconds, holdSecondsField } from './pending-messages.ts'
import { BOUND_TEXTS, STATE_TEXTS } from './refusal-texts.ts'
import { VALIDATION } from './texts.ts'
import { z } from './z.ts'

/** `ApiKey`: a program that has written in the chat. It reads nothing, and is never assigned, notified, or removed. */
export const memberRole = z.enum(['TeamsUser', 'ExternalMobile', 'ApiKey'])
export type MemberRole = z.infer<typeof memberRole>

export const member = z.object({
  id: memberId,
  name: z.string(),
  role: memberRole,
  addedOn: instant,
  /** When they left or were removed. Their name stays for the history. */
  deletedOn: instant.nullable(),
  /** True for removed members, disabled users, people who left the directory, disabled contacts, and API keys. */
  disabled: z.boolean(),
  /** Since when the user has been missing from the directory, or disabled in it: docs/product.md#people-who-leave */
  leftDirectoryAt: instant.nullable(),
  /** The contact's number in E.164; empty if the contact was erased. Null for users. */
  number: z.string().nullable(),
  /** Whether this phone opted out of the chat's line: docs/product.md#opt-outs False for users. */
  optedOut: z.boolean(),
  /** The user who opted it out by hand. Absent if the phone did so itself, or if it has not opted out. */
  optedOutBy: memberId.optional(),
  /**
   * The line asks for written consent before its first text, and this phone has neither given it nor texted the line.
   * `block`: texts to it are skipped. Absent otherwise, and for users.
   */
  lacksConsent: z.enum(['warn', 'block']).optional(),
  /** When the phone was asked for the consent that it lacks. Absent if it was not. */
  consentAskedAt: instant.optional(),
  /**
   * Why texts to this phone are refused: a sentence about its country, ADR 12. No message can be sent in the chat
   * if a barred phone would get it. Null if its country is allowed, and for users.
   */
  barred: z.string().nullable(),
})
export type Member = z.infer<typeof member>

/** The team's progress with a chat: docs/product.md#open-done-and-snoozed */
export const chatState = z.enum(['open', 'done', 'snoozed'])
export type ChatState = z.infer<typeof chatState>

/** Which of a chat's messages a member is notified of: docs/product.md#notifications */
export const chatNotify = z.enum(['all', 'mine', 'none'])
export type ChatNotify = z.infer<typeof chatNotify>

/** The fields of a chat that its row in a list and the opened chat share, the same for everyone. Events patch them. */
export const sharedChat = z.object({
  name: z.string(),
  /** The chat's line. */
  numberId,
  /** Whether a contact's texts are relayed to the other contacts: docs/product.md#group-texting-is-a-relay */
  relay: z.boolean(),
  members: z.array(member),
  messageCount: z.number().int(),
  /** The last message has fewer delivery records than the chat has enabled members: someone has not seen it. */
  hasUnread: z.boolean(),
  /**
   * Texts that arrived since the chat last had an enabled user. They are unread for every enabled user until
   * someone joins or replies; viewing the chat does not change that.
   */
  unclaimedCount: z.number().int(),
  /**
   * When the first text arrived that no one has answered since. Null if none waits. A message that goes to a phone is an answer,
   * unless it is automatic. In a done chat, nothing waits until it is opened again.
   */
  waitingSince: instant.nullable(),
  /**
   * Messages of users that did not reach a phone, or may not have, until someone sends them again,
   * marks them as sent, or dismisses the failure.
   */
  failedCount: z.number().int(),
  /** Messages that are scheduled, wait for confirmation, or were returned to their author, except those that were undone. */
  scheduledCount: z.number().int(),
  /** The ones among them that wait for confirmation, or were returned. */
  returnedCount: z.number().int(),
  /** When the next scheduled one is due. Null: none is. */
  scheduledFor: instant.nullable(),
  /** The chat was deleted, or its only phone was moved to another chat: it is read-only. */
  archived: z.boolean(),
  state: chatState,
  /** When a snoozed chat reopens. Null in other states. */
  snoozedUntil: instant.nullable(),
  /** The user who takes care of the chat, a member. */
  assignedTo: userId.nullable(),
})
export type SharedChat = z.infer<typeof sharedChat>

const common = {
  id: chatId,
  ...sharedChat.shape,
  /** A counter, raised by every change of the chat; see {@link RealtimeEvent}. */
  version: z.number().int(),
}

/** A message in which a search term was found. */
export const searchHit = z.object({ messageId, text: z.string(), sentOn: instant })
export type SearchHit = z.infer<typeof searchHit>

/** A chat in the caller's list. */
export const chatListItem = z.object({
  ...common,
  lastMessage: message.nullable(),
  /** How many messages the caller has not read; 0 if the caller is not a member. */
  unreadCount: z.number().int(),
  /** How many mentions in notes the caller has not seen, also where they are not a member. */
  mentionCount: z.number().int(),
  /** The caller's choice; `mine`, the default, if the caller is not a member. */
  notify: chatNotify,
  /** The newest message with the search term; null if it was found in a name or number, or without a term. */
  hit: searchHit.nullable(),
})
export type ChatListItem = z.infer<typeof chatListItem>

/** An opened chat with its newest messages, oldest first. */
export const chat = z.object({
  ...common,
  messages: z.array(message),
  /** Messages that have not been sent, in the order of their times. */
  pending: z.array(message),
  /** Texts and notes from before then were deleted, because the line does not keep them for longer. Absent: none were. */
  deletedBefore: instant.optional(),
  unreadCount: chatListItem.shape.unreadCount,
  mentionCount: chatListItem.shape.mentionCount,
  notify: chatListItem.shape.notify,
})
export type Chat = z.infer<typeof chat>

export const chatListMode = z.enum(['my', 'all'])
export type ChatListMode = z.infer<typeof chatListMode>

/** How many chats a filter finds, up to 99, and whether there are more. */
const filterCount = z.object({ count: z.number().int(), more: z.boolean() })
export type FilterCount = z.infer<typeof filterCount>

/** Conditions of a list, each on the field of a chat that `CONDITION_FIELDS` names. */
const conditions = {
  numberId: numberId.optional(),
  /** Only chats in this state. */
  state: chatState.optional(),
  /** Only chats of this assignee, or without one; newest first. */
  assigned: z.union([z.enum(['me', 'none']), userId]).optional(),
  /** True: only unclaimed chats, newest first. Ignores `mode`. */
  unclaimed: z.boolean().default(false),
  /** True: only chats with messages that the caller has not read, newest first. */
  unread: z.boolean().default(false),
  /** True: only chats in which a text waits for an answer, newest first. Ask with `state`, too: done chats still count. */
  unanswered: z.boolean().default(false),
  /** True: only chats with mentions in notes that the caller has not seen, newest first. Ignores `mode`. */
  mentioned: z.boolean().default(false),
  /** True: only chats with failed messages that no one has handled, newest first. */
  attention: z.boolean().default(false),
  /** True: only chats with scheduled or returned messages, newest first. */
  scheduled: z.boolean().default(false),
  /** True: only chats with messages that wait for confirmation or were returned, newest first. */
  returned: z.boolean().default(false),
  /** Only chats with a scheduled message that is due before this time, newest first. */
  dueBefore: instant.optional(),
  /** True: only chats that are not archived. False: only archived ones, newest first. */
  enabled: z.boolean().default(true),
} satisfies Record<keyof ListConditions, z.ZodType>

/** The number of chats that each filter finds on its own. */
export const chatCounts = z.object({
  ...(Object.fromEntries(LIST_FILTERS.map((name) => [name, filterCount])) as Record<ListFilter, typeof filterCount>),
  /** Chats of each line in use. */
  lines: z.array(filterCount.extend({ numberId })),
})
export type ChatCounts = z.infer<typeof chatCounts>

export const chatStateBody = z
  .strictObject({
    state: chatState,
    /** When the chat reopens: required to snooze it, absent otherwise. */
    until: instant.optional(),
  })
  .superRefine(({ state, until }, context) => {
    const isSnoozed = state === 'snoozed'
    if (isSnoozed === (until !== undefined)) return
    context.addIssue({
      code: 'custom',
      path: ['until'],
      message: isSnoozed ? STATE_TEXTS.until : STATE_TEXTS.notSnoozed,
    })
  })

/** Moves phones out of the chats that have them instead of refusing: docs/product.md#one-open-chat-per-line-and-contact */
const moveMembers = z.boolean().default(false)

const memberIds = z
  .array(memberId, { error: VALIDATION.members })
  .min(1, VALIDATION.members)
  .max(BOUNDS.chatMembers, BOUND_TEXTS.tooMany('members', BOUNDS.chatMembers))

export const createChatBody = z.strictObject({
  numberId: z.guid({ error: VALIDATION.createChatNumber }).toLowerCase().brand<'NumberId'>(),
  name,
  /** The chat is named after its phones until a person names it, and by `name` while it has none. */
  autoName: z.boolean().default(false),
  memberIds,
  relay: z.boolean().default(true),
  moveMembers,
  message: messageText.optional(),
  media: encodedMedia,
  /** How long the first message can be undone. */
  holdSeconds,
})

export const updateChatBody = z.strictObject({
  numberId: z.guid({ error: VALIDATION.updateChatNumber }).toLowerCase().brand<'NumberId'>(),
  /** The current one changes nothing: an automatic name stays automatic. */
  name,
  memberIds,
  /** Absent: unchanged. */
  relay: z.boolean().optional(),
  moveMembers,
})

/** The ID of a message or a change, which have one order. It may no longer exist. */
const positionInChat = z.guid().toLowerCase()

const PHONE_BUSY =
  'A phone that is in another chat on the line, also one that is done or snoozed, is refused with 409 `number-busy`, unless `moveMembers` moves it.'

const inChat = z.object({ chatId })
const formBoolean = (defaultValue: boolean) => z.stringbool().default(defaultValue)

export const chatCalls = defineCalls({
  'chats.search': {
    summary: 'The chat list: unread first, then newest',
    details: `${SEARCH_DETAILS} A phone is in at most one chat on a line. To find it by \`memberId\`, leave out \`state\`: the chat may be done or snoozed.`,
    replyHeaders: SEARCH_REPLY_HEADERS,
    body: z.strictObject({
      mode: chatListMode.default('all'),
      ...conditions,
      /** Only chats in which this member is enabled. */
      memberId: memberId.optional(),
      /** Range of the last message's time. */
      from: instant.optional(),
      to: instant.optional(),
      term,
      /** Search names and numbers of chats and members, messages, or both. */
      searchIn: z.enum(['names', 'messages']).optional(),
      limit: limit(PAGE.chats, PAGE.maxChats),
      cursor: z.string().max(500).optional(),
    }),
    reply: z.array(chatListItem),
  },
  'chats.counts': {
    summary: 'How many chats each filter of the list finds',
    query: z.object({
      mode: chatListMode.default('all'),
      /** The end of the caller's day, for `dueToday`. Absent: that of the day in UTC. */
      endOfToday: instant.optional(),
    }),
    reply: chatCounts,
  },
  'chats.unreadTotal': {
    summary: 'The open chats of the caller with unread messages, and how many messages these are: over mode `my`',
    reply: z.object({ chats: z.number().int(), messages: z.number().int() }),
  },
  'chats.create': {
    summary: 'Creates a chat, with a first message if one is given, which can be held for undo',
    details: PHONE_BUSY,
    headers: IDEMPOTENCY_HEADERS,
    body: createChatBody,
    form: z.strictObject({
      NumberId: createChatBody.shape.numberId,
      Name: name,
      AutoName: formBoolean(false),
      MemberIds: memberIds,
      Relay: formBoolean(true),
      MoveMembers: formBoolean(false),
      Message: messageText.optional(),
      Media: media,
      HoldSeconds: holdSecondsField.default(0),
    }),
    reply: chat,
  },
  'chats.get': { summary: 'A chat with its newest 50 messages', params: inChat, reply: chat },
  'chats.changes': {
    summary: 'Changes of the chat, oldest first: the newest, or those before or after a message or change',
    params: inChat,
    query: z.strictObject({
      /** With both, the page starts after `after` and ends before `before`. */
      before: positionInChat.optional(),
      after: positionInChat.optional(),
      limit: limit(PAGE.chatChanges, PAGE.maxChatChanges),
    }),
    reply: z.array(chatChange),
  },
  'chats.update': {
    summary: 'Changes the name, number, and members',
    details: `${WRITERS_ONLY} ${PHONE_BUSY}`,
    headers: IF_MATCH_HEADERS,
    params: inChat,
    body: updateChatBody,
    reply: chat,
  },
  'chats.setState': {
    summary: 'Opens, finishes, or snoozes the chat',
    headers: IF_MATCH_HEADERS,
    params: inChat,
    body: chatStateBody,
    reply: chatListItem,
  },
  'chats.assign': {
    summary: 'Assigns the chat to a user, who becomes a member, or to no one',
    headers: IF_MATCH_HEADERS,
    params: inChat,
    body: z.strictObject({ userId: userId.nullable() }),
    reply: chatListItem,
  },
  'chats.setNotify': {
    summary: 'Sets which messages of the chat the caller, a member, is notified of',
    details: 'Callers who are not members get 403 `not-a-member`.',
    params: inChat,
    body: z.strictObject({ notify: chatNotify }),
  },
  'chats.delete': { summary: 'Archives the chat', details: WRITERS_ONLY, params: inChat, reply: operation },
  'chats.restore': {
    summary: `Takes back the deletion of a chat, up to ${RESTORE_DAYS} days later`,
    details: `Members and state are restored with the chat. If it has no enabled user, the caller joins it. If one of its phones is in another open chat on the line by then, the call is refused with 409 \`number-busy\`. A chat that is not deleted stays as it is. Clients learn of it by \`ChatCreated\`.`,
    params: inChat,
    reply: chat,
  },
  'chats.join': { summary: 'Adds the caller to the chat', params: inChat, reply: chat },
  'chats.leave': { summary: 'Removes the caller from the chat', params: inChat, reply: operation },
  'chats.removeMember': {
    summary: 'Removes a member from the chat',
    details: WRITERS_ONLY,
    params: z.object({ chatId, memberId }),
    reply: chat,
  },
  'chats.viewChat': { summary: 'Marks all messages of the chat as read by the caller', params: inChat },
  'chats.viewMessages': {
    summary: 'Marks messages as read or unread by the caller',
    params: inChat,
    body: z.strictObject({ messageIds: z.array(messageId).min(1).max(PAGE.maxMessages), asRead: z.boolean() }),
  },
})
