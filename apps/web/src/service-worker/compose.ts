import type { Chat, MemberId, NoticeKind, PushPayload, UserId } from '@partyline/contract'
import { noticeBody, noticeTag, saidText } from '../core/notices/notice.ts'
import { isMember, isUnclaimed } from '../core/people.ts'
import type { Api } from '../platform/api.ts'
import { isolated } from '../platform/isolated.ts'
import type { NoticeAction, NoticeData, NoticeOptions } from './scope.ts'
import { WORKER_TEXTS } from './worker-texts.ts'

export type NoticePayload = Extract<PushPayload, { chatId: string }>

export type Notice = {
  title: string
  options: NoticeOptions
  /** Whether the person has seen it in the meantime. */
  isRead: boolean
}

/** A message or note, with its author and time. */
type Said = { author: string; text: string; at: string }

/** The notification about a chat, as the app would show it. Throws if the chat can't be read. */
export async function composeNotice(
  payload: NoticePayload,
  { api, me: user, abilities }: { api: Api; me: UserId; abilities: Abilities },
): Promise<Notice> {
  const { chatId, kind, count } = payload
  // A user's ID is also their ID as a member.
  const me = user as string as MemberId
  const chat = await api.call('chats.get', { params: { chatId } })
  const said = await saidIn(chat, { payload, api, me })
  const hasUnread = chat.unreadCount > 0
  const hasMentions = chat.mentionCount > 0
  const data: NoticeData = { owner: user, hasUnread, hasMentions }
  // Someone who is not a member has no count of their own.
  const texts = isMember(chat, me) ? chat.unreadCount : chat.unclaimedCount || (kind === 'text' ? count : 0)
  return {
    title: isolated(chat.name),
    options: {
      body: noticeBody({ kind, said, texts }),
      tag: noticeTag(chatId),
      data,
      actions: actionsOf({ chat, kind, data, me }, abilities),
      ...(said && { timestamp: Date.parse(said.at) }),
    },
    isRead: kind === 'text' ? isMember(chat, me) && !hasUnread : kind === 'mention' && !hasMentions,
  }
}

/** The notification without content. */
export function noticeWithoutContent({ kind, chatId }: NoticePayload): Notice {
  const options = { body: WORKER_TEXTS.withoutContent[kind], tag: noticeTag(chatId) }
  return { title: WORKER_TEXTS.app, options, isRead: false }
}

type Context = { payload: NoticePayload; api: Api; me: MemberId }

async function saidIn(chat: Chat, context: Context): Promise<Said | null> {
  const { kind } = context.payload
  if (kind === 'mention') return mentionIn(chat, context)
  return kind === 'text' ? newestText(chat, context.me) : null
}

function newestText({ messages, members, name }: Chat, me: MemberId): Said {
  const message = messages.findLast(({ sentBy, automatic }) => sentBy !== me && automatic === null)
  if (message === undefined) throw new Error('The message is gone.')
  const author = members.find(({ id }) => id === message.sentBy)?.name ?? name
  return { author, text: saidText(message), at: message.sentOn }
}

async function mentionIn({ id: chatId, members }: Chat, { payload, api, me }: Context): Promise<Said> {
  const notes = await api.call('notes.list', { params: { chatId } })
  const note =
    notes.find(({ id }) => (id as string) === payload.itemId) ??
    notes.findLast(
      ({ mentions, createdBy }) =>
        createdBy !== me && mentions.some((one) => one === 'everyone' || (one as string) === me),
    )
  if (!note || note.deletedOn !== null) throw new Error('The note is gone.')
  // Notes are also written by people who are not members.
  const author =
    members.find(({ id }) => id === note.createdBy)?.name ??
    (await api.call('users.get', { params: { userId: note.createdBy } })).name
  return { author, text: saidText(note), at: note.editedOn ?? note.createdOn }
}

export type Abilities = { maxActions: number; asksForText: boolean }

type Situation = { chat: Chat; kind: NoticeKind; data: NoticeData; me: MemberId }

/** The buttons, most important first: browsers show only two or three. */
function actionsOf({ chat, kind, data, me }: Situation, { maxActions, asksForText }: Abilities): NoticeAction[] {
  // A reply goes to the contact: it must not answer a colleague's note.
  const mayReply = asksForText && kind === 'text' && !chat.archived && (isMember(chat, me) || isUnclaimed(chat))
  const maySnooze = chat.state === 'open' && !chat.archived && kind !== 'notSent'
  const actions: (NoticeAction | false)[] = [
    mayReply && { action: 'reply', type: 'text', title: WORKER_TEXTS.reply },
    (data.hasUnread || data.hasMentions) && { action: 'markRead', type: 'button', title: WORKER_TEXTS.markRead },
    maySnooze && { action: 'snooze', type: 'button', title: WORKER_TEXTS.snooze },
  ]
  return actions.filter((action) => action !== false).slice(0, maxActions)
}
