import { ERROR_TEXTS } from '@partyline/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useAuth, useSignedIn } from '../auth/index.ts'
import { ChatClientContext } from '../chats/index.ts'
import { createChatClient } from '../core/chat-client.ts'
import { errorText } from '../platform/api-error.ts'
import { usePlatform } from '../platform/platform-context.tsx'
import { announce, currentToast, errorModal, isModalOpen, openModal, showToast } from '../ui/index.ts'
import { APP_TEXTS } from './texts.ts'

/** Runs the chat client for as long as someone is signed in, whichever screen is shown. */
export function ChatClientProvider({ children }: { children: ReactNode }) {
  const { api, apiBase } = usePlatform()
  const { store, tokens } = useAuth()
  const queryClient = useQueryClient()
  const person = useSignedIn()
  const [client] = useState(() =>
    createChatClient({
      api,
      apiBase,
      tokens,
      queryClient,
      person,
      onConnectionLost: () => void store.recheck(),
      onReturned(chatId, isDeleted) {
        const text = isDeleted ? APP_TEXTS.returnedInDeleted : APP_TEXTS.returned
        // The person who just deleted the chat can still undo it.
        if (isDeleted && currentToast()?.about === chatId) announce(text)
        else showToast({ kind: 'failed', text })
      },
      onRefused(error) {
        // One modal is enough for several refusals in a row: each message says why.
        if (isModalOpen(errorModal)) return
        openModal(errorModal, { title: ERROR_TEXTS.sendMessage, message: errorText(error) })
      },
    }),
  )
  useEffect(() => client.start(), [client])
  return <ChatClientContext value={client}>{children}</ChatClientContext>
}
