import type { ChatId } from '@partyline/contract'
import { HoldNote } from '../../legal-holds/index.ts'
import { useChatHolds } from './use-chat-holds.ts'

/** Says which legal holds a chat is on. */
export function ChatHolds({ chatId }: { chatId: ChatId }) {
  return useChatHolds(chatId).map((hold) => <HoldNote key={hold.id} hold={hold} />)
}
