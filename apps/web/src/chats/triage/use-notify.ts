import type { ChatId, ChatNotify } from '@partyline/contract'
import { errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { errorModal, openModal } from '../../ui/index.ts'
import { useChatClient } from '../chat-client-context.ts'
import { TRIAGE_TEXTS } from './triage-texts.ts'

/** Sets which messages of a chat this person is notified of. */
export function useSetNotify(): (chatId: ChatId, notify: ChatNotify) => Promise<void> {
  const api = useApi()
  const { caches } = useChatClient()
  return async (chatId, notify) => {
    const before = caches.find(chatId)?.notify ?? 'mine'
    caches.setNotify(chatId, notify)
    try {
      await api.call('chats.setNotify', { params: { chatId }, body: { notify } })
    } catch (error) {
      caches.setNotify(chatId, before)
      openModal(errorModal, { title: TRIAGE_TEXTS.notifyFailed, message: errorText(error) })
    }
  }
}
