import type { Chat, ChatId, MemberId } from '@partyline/contract'
import type { Api } from '../../platform/api.ts'
import type { Drafts } from '../drafts.ts'
import { isUnclaimed, mayWriteIn } from '../people.ts'
import { createKeptReplies } from './kept-replies.ts'

/** How far the clocks of this device and the server may be apart. Milliseconds. */
const CLOCK_SKEW_MS = 5 * 60_000

type Parts = {
  caches: CacheStorage
  now: () => number
  api: Pick<Api, 'call'>
  drafts: Pick<Drafts, 'putBack'>
  me: MemberId
}

/**
 * Puts replies from notifications that were not sent into the chat's composer. They stay where they are while something else is
 * being written, and while nothing can be: in a deleted chat until it is restored.
 */
export async function restoreReplies({ caches, now, api, drafts, me }: Parts, chatId: ChatId): Promise<void> {
  const replies = createKeptReplies({ caches, now })
  const place = { owner: me, chatId }
  const unsent = await replies.unsent(place)
  if (unsent.length === 0) return
  const chat = await api.call('chats.get', { params: { chatId } })
  if (chat.archived || !(mayWriteIn(chat, me) || isUnclaimed(chat))) return
  const texts = unsent.filter((reply) => !wasSent(chat, reply, me)).map(({ text }) => text)
  if (texts.length > 0 && !drafts.putBack(chatId, texts.join('\n'))) return
  for (const { key } of unsent) await replies.remove(place, key)
}

/** Whether it arrived after all: only the response may have been lost. */
function wasSent({ messages, pending }: Chat, { text, at }: { text: string; at: number }, me: MemberId): boolean {
  return [...messages, ...pending].some(
    (message) =>
      message.sentBy === me && message.text === text.trim() && Date.parse(message.sentOn) > at - CLOCK_SKEW_MS,
  )
}
