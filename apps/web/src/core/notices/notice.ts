import { isBlank } from '@partyline/contract'
import type { ChatId, Message, NoticeKind } from '@partyline/contract'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { NOTICE_TEXTS } from './notice-texts.ts'

/** Android draws no SVG. */
export const NOTICE_ICONS = { icon: '/icon-192.png', badge: '/badge-96.png' }

const TAG = 'partyline.'
const REPLY_TAG = 'partyline.reply.'

/** A notification with the same tag replaces the one before. */
export const noticeTag = (chatId: string) => TAG + chatId
/** The tag of the notification that a reply was not sent, which the next text must not replace. */
export const replyTag = (chatId: string) => REPLY_TAG + chatId

/** The chat of a tag; null if the notification is not about one chat. */
export function chatOfTag(tag: string): ChatId | null {
  if (!tag.startsWith(TAG)) return null
  return tag.slice(tag.startsWith(REPLY_TAG) ? REPLY_TAG.length : TAG.length) as ChatId
}

type Body = {
  kind: NoticeKind
  /** The text or the note, or who assigned the chat; null for the other kinds, and if that is not known. */
  said: { author: string; text: string } | null
  /** How many texts the notification is for. */
  texts: number
}

/** The body of a notification about one chat: what is newest, below the number of texts if there are several. */
export function noticeBody({ kind, said, texts }: Body): string {
  const line = lineOf(kind, said)
  return texts > 1 ? `${NOTICE_TEXTS.more(texts)}\n${line}` : line
}

function lineOf(kind: NoticeKind, said: Body['said']): string {
  if (kind === 'assigned' && said) return NOTICE_TEXTS.assignedBy(said.author)
  if (kind === 'assigned' || kind === 'snoozeEnded' || kind === 'notSent') return NOTICE_TEXTS[kind]
  const { author, text } = said ?? { author: '', text: '' }
  return NOTICE_TEXTS[kind === 'mention' ? 'mentioned' : 'inChat'](author, text || NOTICE_TEXTS.picture)
}

/** The text of a message or a note in a notification. Empty for a picture. */
export function saidText({
  text,
  media,
  pendingMedia = 0,
}: Pick<Message, 'text' | 'media'> & { pendingMedia?: number }): string {
  if (!isBlank(text)) return text
  return media.length + pendingMedia > 0 ? '' : EMPTY_MESSAGE
}
