import type { Chat } from '@partyline/contract'
import { ERROR_TEXTS } from '@partyline/contract'
import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { confirmationModal, errorModal, openModal, showToast } from '../../ui/index.ts'
import { chatSettingsModal, exportModal } from '../chat-modals.ts'
import { DETAILS_TEXTS } from './details-texts.ts'
import { useChatClient } from '../chat-client-context.ts'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { activePhones } from '../../core/people.ts'
import { useMe } from '../../users/index.ts'
import { useRestoreChat } from '../opened/use-restore-chat.ts'
import { useChatHolds } from './use-chat-holds.ts'

/** Changing, leaving, and deleting a chat; the last two ask for confirmation. Afterwards, the list is fetched again. */
export function useChatActions(chat: OpenedChat, onGone: () => void) {
  const { id: chatId, name } = chat
  const api = useApi()
  const client = useQueryClient()
  const { caches } = useChatClient()
  const isAdmin = useMe()?.role === 'Admin'
  const restore = useRestoreChat()
  const isOnHold = useChatHolds(chatId).length > 0

  async function gone() {
    onGone()
    client.removeQueries({ queryKey: queryKeys.chats.opened(chatId) })
    // Those fetched before would not include this one.
    client.removeQueries({ queryKey: queryKeys.allChatChanges(chatId) })
    await client.invalidateQueries({ queryKey: queryKeys.chats.lists })
  }

  async function leave() {
    try {
      const { succeeded, details } = await api.call('chats.leave', { params: { chatId } })
      if (!succeeded) throw new Error(details ?? ERROR_TEXTS.unexpected)
    } catch (error) {
      openModal(errorModal, { title: ERROR_TEXTS.leaveChat, message: errorText(error) })
      return
    }
    await gone()
  }

  async function remove() {
    const { succeeded, details } = await api.call('chats.delete', { params: { chatId } })
    if (!succeeded) throw new Error(details ?? ERROR_TEXTS.unexpected)
    caches.remove(chatId)
    await gone()
    if (isAdmin)
      showToast({ kind: 'done', text: DETAILS_TEXTS.deleted, about: chatId, onUndo: () => void restore(chatId) })
    else showToast({ kind: 'done', text: DETAILS_TEXTS.deletedForNow })
  }

  function changed(answer: Chat) {
    caches.putChat(answer)
    void client.invalidateQueries({ queryKey: queryKeys.chats.lists })
  }

  return {
    change: () => openModal(chatSettingsModal, { chat, onChanged: changed }),
    export: () => openModal(exportModal, { chatId }),
    leave: () =>
      openModal(confirmationModal, {
        title: DETAILS_TEXTS.leaveTitle,
        message: DETAILS_TEXTS.leaveMessage,
        confirmLabel: DETAILS_TEXTS.leaveConfirm,
        busyLabel: DETAILS_TEXTS.leaving,
        onConfirm: leave,
      }),
    remove: () =>
      openModal(confirmationModal, {
        title: DETAILS_TEXTS.deleteTitle,
        message: DETAILS_TEXTS.deleteMessage,
        footer: DETAILS_TEXTS.deleteForEveryone(name, activePhones(chat.members).length, isOnHold),
        confirmLabel: DETAILS_TEXTS.deleteConfirm,
        busyLabel: DETAILS_TEXTS.deleting,
        danger: true,
        onConfirm: remove,
      }),
  }
}
