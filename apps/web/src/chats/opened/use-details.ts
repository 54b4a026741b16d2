import type { Chat, ChatId, Message, MessageId } from '@partyline/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deliveryStatusModal } from '../../messages/index.ts'
import type { DeliveryActions, LiveMessage } from '../../messages/index.ts'
import type { Api } from '../../platform/api.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { openModal } from '../../ui/index.ts'
import { useChatClient } from '../chat-client-context.ts'
import type { ChatClient } from '../../core/chat-client.ts'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'

const NOBODY: Chat['members'] = []

type Details = {
  /** Opens the delivery details of a message, which update live. */
  show: (message: Message) => void
  /** The actions for a failed message; null if the person may not write. */
  actionsFor: ((message: Message) => DeliveryActions) | null
}

/** The delivery details of messages in the opened chat. */
export function useDetails({ id: chatId }: OpenedChat, mayWrite: boolean): Details {
  const api = useApi()
  const client = useQueryClient()
  const { caches, refreshIfOffline } = useChatClient()
  return useMemo(
    () => detailsOf({ api, client, caches, refreshIfOffline, chatId, mayWrite }),
    [api, client, caches, refreshIfOffline, chatId, mayWrite],
  )
}

type Parts = Pick<ChatClient, 'caches' | 'refreshIfOffline'> & {
  api: Api
  client: QueryClient
  chatId: ChatId
  mayWrite: boolean
}

function detailsOf({ api, client, caches, refreshIfOffline, chatId, mayWrite }: Parts): Details {
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

  async function thenRefresh(call: Promise<Message>): Promise<Message> {
    const message = await call
    refreshIfOffline(chatId)
    return message
  }

  function actionsFor({ id: messageId }: Message): DeliveryActions {
    const params = { chatId, messageId }
    return {
      sendAgain: (memberId) => thenRefresh(api.call('messages.sendAgain', { params: { ...params, memberId } })),
      sendFailedAgain: () => thenRefresh(api.call('messages.sendFailedAgain', { params })),
      markSent: (memberId) => thenRefresh(api.call('messages.markSent', { params: { ...params, memberId } })),
      dismiss: () => thenRefresh(api.call('messages.dismissFailure', { params })),
    }
  }

  return {
    show: (message) =>
      openModal(deliveryStatusModal, { live: live(message.id), actions: mayWrite ? actionsFor(message) : null }),
    actionsFor: mayWrite ? actionsFor : null,
  }
}
