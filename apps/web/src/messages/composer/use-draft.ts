import type { ChatId } from '@partyline/contract'
import { useSyncExternalStore } from 'react'
import type { Draft, Drafts } from './drafts.ts'

/** A part of what is being written in a chat. Whoever shows no letters is not drawn anew with each of them. */
export function useDraft<Part>(drafts: Drafts, chatId: ChatId, choose: (draft: Draft) => Part): Part {
  return useSyncExternalStore(drafts.subscribe, () => choose(drafts.of(chatId)))
}
