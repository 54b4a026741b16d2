import { isBlank } from '@partyline/contract'
import type { ChatListItem, Member, MemberId, Message } from '@partyline/contract'
import { isPicture } from '../../media/index.ts'
import { deliverySummary, isDismissed } from '../../messages/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { activePhones, isActive, isPhone, peopleOf } from '../../core/people.ts'

/** The second line of a chat in the list. */
export type ListPreview = {
  /** The author; null if it is obvious. */
  author: string | null
  text: string
  kind: 'text' | 'picture' | 'file' | 'failed' | 'none'
}

/** The preview of a chat's last message. */
export function listPreview({ lastMessage, members }: ChatListItem, me: MemberId): ListPreview {
  if (lastMessage === null) return { author: null, text: CHAT_TEXTS.noMessages, kind: 'none' }
  const author = authorOf(lastMessage.sentBy, members, me)
  const summary = deliverySummary(lastMessage, { members, me })
  const isOurs = !isPhone(peopleOf(members).get(lastMessage.sentBy))
  if (summary?.tone === 'failed' && isOurs && !isDismissed(lastMessage)) {
    return { author, text: summary.text, kind: 'failed' }
  }
  const { text } = lastMessage
  return { author, ...(isBlank(text) ? withoutText(lastMessage) : { text: oneLine(text), kind: 'text' }) }
}

function withoutText({ media, pendingMedia, missingMedia }: Message): Pick<ListPreview, 'text' | 'kind'> {
  if (pendingMedia > 0) return { text: CHAT_TEXTS.receiving(pendingMedia), kind: 'picture' }
  const pictures = media.filter(isPicture).length
  if (pictures > 0) return { text: CHAT_TEXTS.picture(pictures), kind: 'picture' }
  if (media.length > 0) return { text: CHAT_TEXTS.file(media.length), kind: 'file' }
  return { text: missingMedia > 0 ? CHAT_TEXTS.notReceived : CHAT_TEXTS.empty, kind: 'none' }
}

/** The other side of a chat: its contacts, otherwise the colleagues. */
export function otherSide(members: readonly Member[], me: MemberId): Member[] {
  const phones = activePhones(members)
  if (phones.length > 0) return phones
  const others = members.filter((member) => member.id !== me && isActive(member))
  return others.length > 0 ? others : [...members]
}

function authorOf(sentBy: MemberId, members: readonly Member[], me: MemberId): string | null {
  if (sentBy === me) return CHAT_TEXTS.you
  const [only, ...more] = activePhones(members)
  // A chat with one contact usually has the contact's name, which would appear twice.
  if (only?.id === sentBy && more.length === 0) return null
  return members.find(({ id }) => id === sentBy)?.name ?? null
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
