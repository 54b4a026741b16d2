import type { ChatId } from '@partyline/contract'
import { useQueryClient } from '@tanstack/react-query'
import { errorWithDetails } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { showToast } from '../../ui/index.ts'
import { useChatClient } from '../chat-client-context.ts'
import { focusAfter, focusIfLost, rowOf } from '../triage/row-focus.ts'
import { OPENED_TEXTS } from './opened-texts.ts'

/** Restores a deleted chat, for Admins. A toast reports the result. Never rejects. */
export function useRestoreChat(): (chatId: ChatId) => Promise<void> {
  const api = useApi()
  const client = useQueryClient()
  const { caches } = useChatClient()
  return async (chatId) => {
    try {
      caches.putChat(await api.call('chats.restore', { params: { chatId } }))
    } catch (error) {
      showToast({ kind: 'failed', text: `${OPENED_TEXTS.notRestored} ${errorWithDetails(error)}` })
      return
    }
    showToast({ kind: 'done', text: OPENED_TEXTS.restored })
    focusIfLost(() => rowOf(chatId) ?? focusAfter(null)())
    await client.invalidateQueries({ queryKey: queryKeys.chats.lists })
  }
}
