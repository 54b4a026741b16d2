import type { ChatId, MemberId } from '@partyline/contract'
import { createStore } from '../../platform/store.ts'

/** The contact whose card is in the right pane, in place of the details of this chat. */
export const openedCard = createStore<{ chatId: ChatId; memberId: MemberId } | null>(null)
