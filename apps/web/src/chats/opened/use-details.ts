import type { Chat, Message, MessageId } from '@partyline/contract'
import { useQueryClient } from '@tanstack/react-query'
import { deliveryStatusModal } from '../../messages/index.ts'
import type { DeliveryActions, LiveMessage } from '../../messages/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { openModal } from '../../ui/index.ts'
import { useChats } from '../chats-context.tsx'
import type { OpenedChat } from '../updates/chat-state.ts'

const NOBODY: Chat['members'] = []

type Details = {
  /** Opens the details of a message, which stay as fresh as the chat. */
  show: (message: Message) => void
  /** What can be done where a message did not arrive; null where the person may not write. */
  actionsFor: ((message: Message) => DeliveryActions) | null
}

/** How messages of the opened chat reached people. */
export function useDetails({ id: chatId }: OpenedChat, mayWrite: boolean): Details {
  const api = useApi()
  const client = useQueryClient()
  const { caches, realtime, updates } = useChats()

  function live(messageId: MessageId): LiveMessage {
    return {
      subscribe: (listener) => client.getQueryCache().subscribe(listener),
      message: () => {
        const history = caches.opened(chatId)?.history
        return (
          history && [history, history.excerpt].flatMap((run) => run?.messages ?? []).find(({ id }) => id === messageId)
        )
      },
      members: () => caches.opened(chatId)?.members ?? NOBODY,
    }
  }

  /** An event says what came of it. Where none can come, the chat is asked for. */
  async function told(answer: Promise<Message>): Promise<Message> {
    const message = await answer
    if (realtime.state() !== 'Connected') updates.expect(chatId)
    return message
  }

  function actionsFor({ id: messageId }: Message): DeliveryActions {
    const params = { chatId, messageId }
    return {
      sendAgain: (memberId) => told(api.call('messages.sendAgain', { params: { ...params, memberId } })),
      sendFailedAgain: () => told(api.call('messages.sendFailedAgain', { params })),
      markSent: (memberId) => told(api.call('messages.markSent', { params: { ...params, memberId } })),
      dismiss: () => told(api.call('messages.dismissFailure', { params })),
    }
  }

  return {
    show: (message) =>
      openModal(deliveryStatusModal, { live: live(message.id), actions: mayWrite ? actionsFor(message) : null }),
    actionsFor: mayWrite ? actionsFor : null,
  }
}
