import type { ChatId, UserId } from '@partyline/contract'
import { optionalChunk } from '../../platform/chunks.ts'
import { useTimes } from '../../platform/platform-context.tsx'
import { useChatClient } from '../chat-client-context.ts'

const loadActions = optionalChunk(async () => (await import('./use-triage.ts')).createActions, { soon: true })

/** Acts on the chat of the focused row, or on the opened one, by a shortcut. */
export function useTriageKeys(openedId: ChatId | null) {
  const { triage, caches, me } = useChatClient()
  const times = useTimes()
  return async (action: 'toggleDone' | 'snooze' | 'assign') => {
    const opener = document.activeElement as HTMLElement | null
    const row = opener?.closest<HTMLElement>('[data-chat]') ?? null
    const anchor = row ?? document.querySelector<HTMLElement>('[data-triage]')
    const chatId = row ? (row.dataset.chat as ChatId) : openedId
    if (chatId === null || anchor === null) return
    const createActions = await loadActions()
    createActions({ triage, caches, times, me: me as string as UserId })[action](chatId, { anchor, opener })
  }
}
