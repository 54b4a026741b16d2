import { defineCalls, IDEMPOTENCY_HEADERS, SEARCH_REPLY_HEADERS } from './call.ts'
import { chatChange } from './chat-changes.ts'
import { operation } from './envelope.ts'
import { limit, name, term } from './fields.ts'
import { chatId, instant, memberId, messageId, numberId } from './ids.ts'
import { BOUNDS, MESSAGE, PAGE } from './limits.ts'
import { media, message, messageText } from './messages.ts'
import { BOUND_TEXTS, VALIDATION } from './texts.ts'
import { z } from './z.ts'

export const memberRole = z.enum(['TeamsUser', 'ExternalMobile'])
export type MemberRole = z.infer<typeof memberRole>

export const member = z.object({
  id: memberId,
  name: z.string(),
  role: memberRole,
  addedOn: instant,
  /** When they left or were removed; their name stays for the history. */
  deletedOn: instant.nullable(),
  /** True for a removed member, a disabled user and a disabled contact. */
  disabled: z.boolean(),
  /** E.164, of an external member. */
  number: z.string().nullable(),
  /** This phone texted STOP to the chat's number and gets nothing from it, decisions 5.6. False for team members. */
  optedOut: z.boolean(),
  /**
   * Why texts to this phone are refused: a sentence about its country, ADR 12. Messages cannot be written in the chat
   * while a phone in it is barred that would get them. Null where its country is allowed, and for team members.
   */
  barred: z.string().nullable(),
})
export type Member = z.infer<typeof member>

const summary = {
  id: chatId,
  name: z.string(),
  /** The Twilio number that the chat texts from. */
  numberId,
  /** Whether what one phone writes is passed on to the other phones, decisions 4.4. */
  relay: z.boolean(),
  members: z.array(member),
  messageCount: z.number().int(),
  /** The last message has fewer delivery records than the chat has enabled members: somebody has not seen it. */
  hasUnread: z.boolean(),
  /**
   * Texts that arrived since the chat last had an enabled team member. They are unread for every enabled user until
   * somebody joins or replies; viewing clears nothing.
   */
  unclaimedCount: z.number().int(),
  /**
   * Messages of the team that did not reach a phone, or of which it is not known, until somebody sends them again,
   * marks them as sent or dismisses the failure.
   */
  failedCount: z.number().int(),
  /** Somebody deleted it, or its only phone was moved to another chat: it can be read, not written in. */
  archived: z.boolean(),
  /** The chat's own counter, raised by every change; see {@link RealtimeEvent}. */
  version: z.number().int(),
}

/** Where in a chat's messages a term was found. */
export const searchHit = z.object({ messageId, text: z.string(), sentOn: instant })
export type SearchHit = z.infer<typeof searchHit>

/** A chat as the list shows it to the caller. */
export const chatListItem = z.object({
  ...summary,
  lastMessage: message.nullable(),
  /** What the caller has not read; 0 for somebody who is no member. */
  unreadCount: z.number().int(),
  /** The newest message in which the term of the search was found; null where it was found elsewhere, or without a term. */
  hit: searchHit.nullable(),
})
export type ChatListItem = z.infer<typeof chatListItem>

/** An opened chat with its newest messages, oldest first. */
export const chat = z.object({ ...summary, messages: z.array(message), unreadCount: z.number().int() })
export type Chat = z.infer<typeof chat>

export const chatListMode = z.enum(['my', 'all'])
export type ChatListMode = z.infer<typeof chatListMode>

/** Where phones are taken from the chats that hold them instead of refusing, decisions 3.4. */
const moveMembers = z.boolean().default(false)

const memberIds = z
  .array(memberId, { error: VALIDATION.members })
  .min(1, VALIDATION.members)
  .max(BOUNDS.chatMembers, BOUND_TEXTS.tooMany('members', BOUNDS.chatMembers))

/** A file inside a JSON body, decisions 11.2. */
export const encodedFile = z.strictObject({
  fileName: z.string().min(1).max(BOUNDS.nameLength),
  contentType: z.string().min(1),
  base64: z.base64(),
})

export const createChatBody = z.strictObject({
  numberId: z.guid({ error: VALIDATION.createChatNumber }).toLowerCase().brand<'NumberId'>(),
  name,
  memberIds,
  relay: z.boolean().default(true),
  moveMembers,
  message: messageText.optional(),
  media: z.array(encodedFile).max(MESSAGE.maxMedia, BOUND_TEXTS.tooMany('files', MESSAGE.maxMedia)).default([]),
})

export const updateChatBody = z.strictObject({
  numberId: z.guid({ error: VALIDATION.updateChatNumber }).toLowerCase().brand<'NumberId'>(),
  name,
  memberIds,
  /** Absent: unchanged. */
  relay: z.boolean().optional(),
  moveMembers,
})

/** The id of a message or of a change: they have one order. It need not exist any more. */
const placeInChat = z.guid().toLowerCase()

const inChat = z.object({ chatId })
const formBoolean = (otherwise: boolean) => z.stringbool().default(otherwise)

export const chatCalls = defineCalls({
  'chats.search': {
    summary:
      'The chat list: unread first, then newest. With a term and without a cursor, the call searches until it finds ' +
      'something or has searched everything',
    replyHeaders: SEARCH_REPLY_HEADERS,
    body: z.strictObject({
      mode: chatListMode.default('all'),
      numberId: numberId.optional(),
      /** Keeps chats in which this member is enabled. */
      memberId: memberId.optional(),
      /** Bounds of the last message's time. */
      from: instant.optional(),
      to: instant.optional(),
      /** True: only chats with texts that nobody on the team has claimed, newest first. Ignores `mode`. */
      unclaimed: z.boolean().default(false),
      /** True: chats that are not archived. */
      enabled: z.boolean().default(true),
      term,
      /** Where the term is searched: in the names and numbers of chats and members, in messages, or in both. */
      searchIn: z.enum(['names', 'messages']).optional(),
      limit: limit(PAGE.chats, PAGE.maxChats),
      cursor: z.string().max(500).optional(),
    }),
    reply: z.array(chatListItem),
  },
  'chats.unreadTotal': {
    summary: 'How many messages wait for the caller in all of their chats: the sum of `unreadCount` over mode `my`',
    reply: z.object({ messages: z.number().int() }),
  },
  'chats.create': {
    summary: 'Creates a chat, with a first message if one is given',
    headers: IDEMPOTENCY_HEADERS,
    body: createChatBody,
    form: z.strictObject({
      NumberId: createChatBody.shape.numberId,
      Name: name,
      MemberIds: memberIds,
      Relay: formBoolean(true),
      MoveMembers: formBoolean(false),
      Message: messageText.optional(),
      Media: media,
    }),
    reply: chat,
  },
  'chats.get': { summary: 'A chat with its newest 50 messages', params: inChat, reply: chat },
  'chats.changes': {
    summary: 'What happened to the chat beside its messages, oldest first: the newest, or those before or after',
    params: inChat,
    query: z.strictObject({
      /** With both, the page begins behind `after` and ends before `before`. */
      before: placeInChat.optional(),
      after: placeInChat.optional(),
      limit: limit(PAGE.chatChanges, PAGE.maxChatChanges),
    }),
    reply: z.array(chatChange),
  },
  'chats.update': {
    summary: 'Changes name, number and members',
    headers: { 'If-Match': 'The version that the caller saw; 409 where the chat has changed since' },
    params: inChat,
    body: updateChatBody,
    reply: chat,
  },
  'chats.delete': { summary: 'Archives the chat', params: inChat, reply: operation },
  'chats.join': { summary: 'Adds the caller to the chat', params: inChat, reply: chat },
  'chats.leave': { summary: 'Removes the caller from the chat', params: inChat, reply: operation },
  'chats.removeMember': {
    summary: 'Removes a member from the chat',
    params: z.object({ chatId, memberId }),
    reply: chat,
  },
  'chats.viewChat': { summary: 'The caller has read everything in the chat', params: inChat },
  'chats.viewMessages': {
    summary: 'The caller has read these messages, or wants them unread again',
    params: inChat,
    body: z.strictObject({ messageIds: z.array(messageId).min(1).max(PAGE.maxMessages), asRead: z.boolean() }),
  },
})
