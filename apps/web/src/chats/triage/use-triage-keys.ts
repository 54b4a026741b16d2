import type { ChatId, UserId } from '@partyline/contract'
import { optionalChunk } from '../../platform/chunks.ts'
import { useTimes } from '../../platform/platform-context.tsx'
import { useChatClient } from '../chat-client-context.ts'
import type { LeaveChat } from './next-chat.ts'

const loadActions = optionalChunk(async () => (await import('./use-triage.ts')).createActions, { soon: true })

/** Acts on the chat of the focused row, or on the opened one, by a shortcut. */
export function useTriageKeys(openedId: ChatId | null, leave: LeaveChat) {
  const { triage, caches, readTracker, me } = useChatClient()
  const times = useTimes()
  return async (action: 'toggleDone' | 'snooze' | 'assign' | 'markUnread') => {
    const opener = document.activeElement as HTMLElement | null
    const row = opener?.closest<HTMLElement>('[data-chat]') ?? null
    const anchor = row ?? document.querySelector<HTMLElement>('[data-triage]')
    const chatId = row ? (row.dataset.chat as ChatId) : openedId
    if (chatId === null || anchor === null || caches.find(chatId)?.archived) return
    const createActions = await loadActions()
    const actions = createActions({ triage, caches, readTracker, times, me: me as string as UserId, leave })
    void actions[action](chatId, { anchor, opener })
  }
}
